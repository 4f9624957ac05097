package dev.spine.perf.report;

import java.util.Base64;
import java.util.List;

/** An HTML page that needs nothing beside itself: tables, plots and pictures are inside it. */
public final class HtmlReport {
    private static final String STYLE = """
        body{font:15px/1.5 system-ui,sans-serif;max-width:1180px;margin:2em auto;padding:0 1em;color:#222}
        h1{font-size:1.7em}h2{margin-top:2em;border-bottom:1px solid #ccc}
        .scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px}
        th,td{padding:.3em .7em;text-align:right;border-bottom:1px solid #e4e4e4;white-space:nowrap}
        th:first-child,td:first-child{text-align:left;font-weight:600}th{background:#f4f4f4}
        figure{display:inline-block;margin:1em 1em 0 0;vertical-align:top}figcaption{font-size:13px;color:#555}
        img{max-width:100%;border:1px solid #ddd}pre{background:#f7f7f7;padding:1em;overflow-x:auto;font-size:13px}
        svg{max-width:100%;height:auto;border:1px solid #ddd}
        @media print{body{margin:0;max-width:none;font-size:11px}.scroll{overflow:visible}table{font-size:9px}
        figure,tr{break-inside:avoid}h2{break-after:avoid}pre{white-space:pre-wrap}}
        """;

    private final StringBuilder body = new StringBuilder();
    private final String title;

    /**
     * A page.
     *
     * @param title its title
     */
    public HtmlReport(String title) {
        this.title = title;
    }

    /**
     * Begins a section.
     *
     * @param heading its heading
     */
    public void section(String heading) {
        body.append("<h2>").append(escape(heading)).append("</h2>\n");
    }

    /**
     * Adds a paragraph.
     *
     * @param text its text
     */
    public void paragraph(String text) {
        body.append("<p>").append(escape(text)).append("</p>\n");
    }

    /**
     * Adds a table.
     *
     * @param table the table
     */
    public void table(TextTable table) {
        body.append("<div class=\"scroll\"><table>\n");
        String cell = "th";
        for (List<String> row : table.rows()) {
            body.append("<tr>");
            for (String text : row) {
                body.append('<').append(cell).append('>').append(escape(text)).append("</").append(cell).append('>');
            }
            body.append("</tr>\n");
            cell = "td";
        }
        body.append("</table></div>\n");
    }

    /**
     * Adds a picture.
     *
     * @param png its bytes
     * @param caption below it, and for readers who do not see it
     */
    public void picture(byte[] png, String caption) {
        body.append("<figure><img alt=\"").append(escape(caption)).append("\" src=\"data:image/png;base64,")
            .append(Base64.getEncoder().encodeToString(png)).append("\"><figcaption>").append(escape(caption))
            .append("</figcaption></figure>\n");
    }

    /**
     * Adds a drawing.
     *
     * @param svg the element, with a title and a description of its own
     * @param caption below it
     */
    public void drawing(String svg, String caption) {
        body.append("<figure>").append(svg).append("<figcaption>").append(escape(caption)).append("</figcaption></figure>\n");
    }

    /**
     * Adds preformatted text.
     *
     * @param text the text
     */
    public void preformatted(String text) {
        body.append("<pre>").append(escape(text)).append("</pre>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\""
            + " content=\"width=device-width\">\n<title>"
            + escape(title) + "</title>\n<style>\n" + STYLE + "</style></head>\n<body><h1>" + escape(title) + "</h1>\n" + body
            + "</body></html>\n";
    }
}
