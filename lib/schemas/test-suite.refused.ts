/**
 * The groups of JSON-Schema-Test-Suite whose schemas are refused when they are proposed, so that no answer is ever
 * judged by them, and why. Everything else in its required tests is judged as it says. All of `refRemote.json` is of the
 * first kind and not listed by name.
 */
export const REFUSED: { because: RegExp; why: string; groups: { readonly [draft: string]: readonly string[] } }[] = [
  {
    because: /leads out of this schema, or to nothing/,
    why: 'nothing is fetched: what refers to another document, be it the draft’s own schema, cannot be read',
    groups: {
      draft4: [
        'definitions.json: validate definition against metaschema',
        'ref.json: remote ref, containing refs itself',
      ],
      draft6: [
        'definitions.json: validate definition against metaschema',
        'ref.json: remote ref, containing refs itself',
      ],
      draft7: [
        'definitions.json: validate definition against metaschema',
        'ref.json: remote ref, containing refs itself',
      ],
      'draft2019-09': [
        'defs.json: validate definition against metaschema',
        'ref.json: remote ref, containing refs itself',
      ],
      'draft2020-12': [
        'defs.json: validate definition against metaschema',
        'ref.json: remote ref, containing refs itself',
        'dynamicRef.json: strict-tree schema, guards against misspelled properties',
        'dynamicRef.json: tests for implementation dynamic anchor and reference link',
        'dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first',
        'dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first',
        'dynamicRef.json: $ref to $dynamicRef finds detached $dynamicAnchor',
      ],
    },
  },
  {
    because: /means something else depending on how one comes to it/,
    why: 'a dynamic reference with several targets: neither a form nor its reader can tell what is asked at a place',
    groups: {
      'draft2019-09': [
        'recursiveRef.json: $recursiveRef with nesting',
        'recursiveRef.json: multiple dynamic paths to the $recursiveRef keyword',
        'recursiveRef.json: dynamic $recursiveRef destination (not predictable at schema compile time)',
        'unevaluatedItems.json: unevaluatedItems with $recursiveRef',
        'unevaluatedProperties.json: unevaluatedProperties with $recursiveRef',
      ],
      'draft2020-12': [
        'dynamicRef.json: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
        "dynamicRef.json: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
        'dynamicRef.json: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
        'dynamicRef.json: multiple dynamic paths to the $dynamicRef keyword',
        'dynamicRef.json: after leaving a dynamic scope, it is not used by a $dynamicRef',
        'dynamicRef.json: $dynamicRef skips over intermediate resources - direct reference',
        'dynamicRef.json: $dynamicRef avoids the root of each schema, but scopes are still registered',
        'unevaluatedItems.json: unevaluatedItems with $dynamicRef',
        'unevaluatedProperties.json: unevaluatedProperties with $dynamicRef',
      ],
    },
  },
  {
    because: /is not one of drafts/,
    why: 'a language of its own by `$schema`: its vocabulary may say that nothing is asserted',
    groups: {
      'draft2019-09': [
        'vocabulary.json: schema that uses custom metaschema with with no validation vocabulary',
        'vocabulary.json: ignore unrecognized optional vocabulary',
      ],
      'draft2020-12': [
        'vocabulary.json: schema that uses custom metaschema with with no validation vocabulary',
        'vocabulary.json: ignore unrecognized optional vocabulary',
      ],
    },
  },
]
