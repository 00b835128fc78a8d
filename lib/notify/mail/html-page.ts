/** The look's mail around a body of table rows: colours that stay readable when a mail program turns them dark. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 0; background: #f5f5f2; color: #17181a; font: 400 16px/1.5 "Inter Variable", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  table { border-collapse: collapse; border-spacing: 0; }
  .ground { width: 100%; background: #f5f5f2; }
  .mail { width: 100%; max-width: 600px; margin: 0 auto; border-collapse: separate; }
  .sheet { background: #ffffff; border: 1px solid #e4e4df; border-radius: 10px; padding: 32px; }
  .head, .foot { padding: 24px 8px 16px; font-size: 13px; line-height: 1.5; color: #64666d; }
  .foot { padding: 16px 8px 32px; }
  .brand { color: #17181a; font-weight: 620; font-size: 14px; }
  h1 { margin: 0 0 8px; overflow-wrap: anywhere; font-size: 24px; line-height: 1.25; text-wrap: balance; letter-spacing: -0.02em; font-weight: 620; }
  h2 { margin: 0 0 8px; font-size: 13px; line-height: 1.4; font-weight: 620; }
  p { margin: 0; }
  .lead { color: #4a4c52; overflow-wrap: anywhere; }
  .lead + .lead { margin-top: 12px; }
  .soon { color: #744300; font-weight: 620; font-size: 14px; margin: 0 0 12px; }
  .warn { background: #fff7e6; border: 1px solid #ecc987; border-left: 3px solid #c77700; border-radius: 6px; padding: 16px; font-size: 15px; color: #4a4c52; }
  .warn h2 { color: #744300; }
  .warn strong { color: #17181a; font-weight: 620; display: block; }
  .warn p + p { margin-top: 12px; }
  .facts { width: 100%; font-size: 15px; }
  .facts th { width: 128px; text-align: left; font-weight: 400; color: #64666d; vertical-align: top; padding: 8px 16px 8px 0; border-top: 1px solid #e4e4df; }
  .facts td { overflow-wrap: anywhere; vertical-align: top; padding: 8px 0; border-top: 1px solid #e4e4df; }
  .open { display: inline-block; padding: 12px 24px; background: #17181a; color: #ffffff; border-radius: 6px; font-weight: 620; text-decoration: none; }
  .note { overflow-wrap: anywhere; font-size: 13px; line-height: 1.5; color: #64666d; margin-top: 12px; }
  a { color: #2c45b5; }
  .gap { height: 24px; line-height: 24px; font-size: 1px; }
  @media (max-width: 480px) { .sheet { padding: 20px 16px; border-left: 0; border-right: 0; border-radius: 0; } .head, .foot { padding-left: 16px; padding-right: 16px; } .facts th { width: 104px; } .open { display: block; text-align: center; } h1 { font-size: 22px; } }
  @media (prefers-color-scheme: dark) {
    body, .ground { background: #101113; color: #eeeef0; }
    .sheet { background: #17181b; border-color: #2a2c31; }
    .head, .foot, .note, .facts th { color: #989ba4; }
    .brand, .warn strong { color: #eeeef0; }
    .lead, .warn { color: #bcbec5; }
    .soon, .warn h2 { color: #f3c574; }
    .warn { background: #2a2114; border-color: #5c4620; border-left-color: #e0a23a; }
    .facts th, .facts td { border-color: #2a2c31; }
    .open { background: #eeeef0; color: #17181b; }
    a:not(.open) { color: #9db0ff; }
  }
</style>
</head>
<body>
<main>
<table role="presentation" class="ground"><tr><td>
<table role="presentation" class="mail" align="center">
${body}
</table>
</td></tr></table>
</main>
</body>
</html>
`
}

/** Text as HTML shows it: whatever it holds, it is no markup. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
