package dev.spine.perf.compare;

import org.jspecify.annotations.Nullable;

/**
 * Where a report and its picture go. Each kind of run has files of its own, so that none takes another's report away, and no picture lies
 * beside a report that it does not belong to. Any thread.
 *
 * @param html the report
 * @param png the picture of the screen, if there is one
 */
public record ReportFiles(String html, String png) {
    private static final String DIRECTORY = "spine-report/";
    private static final String HTML = ".html";
    private static final String PNG = ".png";

    /**
     * The files of a run.
     *
     * @param kind of the run: the name of its report when nobody names one
     * @param html what the person wants the report to be called, or null
     * @param png what the person wants the picture to be called, or null
     */
    public static ReportFiles of(String kind, @Nullable String html, @Nullable String png) {
        String page = html == null ? DIRECTORY + kind + HTML : html;
        // A report that is no file of its own kind, such as /dev/null, has nothing beside it.
        String beside = page.endsWith(HTML) ? page.substring(0, page.length() - HTML.length()) + PNG : DIRECTORY + kind + PNG;
        return new ReportFiles(page, png == null ? beside : png);
    }
}
