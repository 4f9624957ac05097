package dev.spine.perf.report;

import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An HTML page that needs nothing beside itself: tables, plots and pictures are inside it. One thread at a time. */
public final class HtmlReport {
    private static final int NOWHERE = -1;

    /**
     * Light and dark, as the reader's system wishes; printed always light. Drawings have dark ink on white of their own, so where it is
     * dark they are turned round as a whole, which keeps their hues. A table or drawing that is wider than the window scrolls by itself.
     */
    private static final String STYLE = """
        :root{color-scheme:light dark;--ink:#222;--soft:#555;--back:#fff;--band:#f4f4f4;--line:#d8d8d8}
        @media screen and (prefers-color-scheme:dark){:root{--ink:#e4e4e4;--soft:#b0b0b0;--back:#171717;--band:#262626;--line:#484848}
        svg{filter:invert(.91) hue-rotate(180deg)}}
        body{font:15px/1.5 system-ui,sans-serif;max-width:1180px;margin:2em auto;padding:0 1em;color:var(--ink);background:var(--back)}
        nav ul{columns:2 24em;padding-left:1.2em}nav a{color:inherit}.lead{border-left:4px solid var(--line);padding-left:1em}
        h1{font-size:1.7em}h2{margin-top:2em;border-bottom:1px solid var(--line);overflow-wrap:anywhere}p{max-width:52em}
        .scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px;margin:.5em 0}
        th,td{padding:.3em .7em;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
        .text{text-align:left;white-space:normal;min-width:6em;max-width:34em}thead th{background:var(--band);vertical-align:bottom}
        th:first-child{text-align:left;font-weight:600;white-space:normal;min-width:5em}
        figure{margin:1em 0 0}figcaption{font-size:13px;color:var(--soft);max-width:60em}
        img{max-width:100%;height:auto;border:1px solid var(--line)}
        pre{background:var(--band);padding:1em;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere}
        svg,img{box-sizing:border-box}svg{max-width:100%;height:auto;background:#fff;border:1px solid #ddd}
        @media screen and (max-width:640px){.scroll svg{max-width:none;width:640px}table{font-size:12px}th,td{padding:.3em .35em}
        tbody th{position:sticky;left:0;background:var(--back)}}
        @media print{:root{color-scheme:light}body{margin:0;max-width:none;font-size:11px}.scroll{overflow:visible}table{font-size:9px}
        th,td{padding:.2em .4em}figure,tr{break-inside:avoid}h2{break-after:avoid}}
        """;

    private final StringBuilder body = new StringBuilder();
    private final List<String> headings = new ArrayList<>();
    private final String title;
    private int contentsAt = NOWHERE;

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
        headings.add(heading);
        body.append("<h2 id=\"").append(place(headings.size())).append("\">").append(escape(heading)).append("</h2>\n");
    }

    private static String place(int number) {
        return "section" + number;
    }

    /** Has the contents, which lead to each section, stand here. */
    public void contents() {
        contentsAt = body.length();
    }

    private String contentsText() {
        StringBuilder text = new StringBuilder("<nav aria-label=\"contents\"><ul>\n");
        for (int i = 0; i < headings.size(); i++) {
            text.append("<li><a href=\"#").append(place(i + 1)).append("\">").append(escape(headings.get(i))).append("</a></li>\n");
        }
        return text.append("</ul></nav>\n").toString();
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
     * Adds what the page comes to: a list in front of everything else.
     *
     * @param sentences of it
     */
    public void verdict(List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        body.append("<ul class=\"lead\">\n");
        sentences.forEach(sentence -> body.append("<li>").append(escape(sentence)).append("</li>\n"));
        body.append("</ul>\n");
    }

    /**
     * Adds a table.
     *
     * @param table the table
     */
    public void table(TextTable table) {
        List<List<String>> rows = table.rows();
        beginScroll("table");
        body.append("<table>\n<thead><tr>");
        for (int column = 0; column < rows.getFirst().size(); column++) {
            cell(table, column, "th", " scope=\"col\"", rows.getFirst().get(column));
        }
        body.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows.subList(1, rows.size())) {
            body.append("<tr>");
            for (int column = 0; column < row.size(); column++) {
                cell(table, column, column == 0 ? "th" : "td", column == 0 ? " scope=\"row\"" : "", row.get(column));
            }
            body.append("</tr>\n");
        }
        body.append("</tbody></table></div>\n");
    }

    /** Numbers stand below each other at the right; words begin at the left and may take several lines. */
    private void cell(TextTable table, int column, String tag, String scope, String text) {
        body.append('<').append(tag).append(scope).append(column > 0 && table.isText(column) ? " class=\"text\"" : "").append('>')
            .append(escape(text)).append("</").append(tag).append('>');
    }

    /** What scrolls can be reached with the keyboard. */
    private void beginScroll(String what) {
        body.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").append(what).append("\">");
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
        body.append("<figure>");
        beginScroll("drawing");
        body.append(svg).append("</div><figcaption>").append(escape(caption)).append("</figcaption></figure>\n");
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
        String whole = contentsAt == NOWHERE ? body.toString()
            : body.substring(0, contentsAt) + contentsText() + body.substring(contentsAt);
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\""
            + " content=\"width=device-width,initial-scale=1\">\n<title>"
            + escape(title) + "</title>\n<style>\n" + STYLE + "</style></head>\n<body><h1>" + escape(title) + "</h1>\n" + whole
            + "</body></html>\n";
    }
}
