package dev.spine.perf.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReportFilesTest {
    @Test
    void eachKindOfRunHasAReportAndAPictureOfItsOwn() {
        assertEquals(new ReportFiles("spine-report/compare.html", "spine-report/compare.png"), ReportFiles.of("compare", null, null));
        assertEquals(new ReportFiles("spine-report/sweep-video.html", "spine-report/sweep-video.png"),
            ReportFiles.of("sweep-video", null, null));
    }

    @Test
    void aPictureLiesBesideTheReportThatItBelongsTo() {
        assertEquals(new ReportFiles("a/b.html", "a/b.png"), ReportFiles.of("compare", "a/b.html", null));
        assertEquals(new ReportFiles("a/b.html", "c.png"), ReportFiles.of("compare", "a/b.html", "c.png"));
        assertEquals(new ReportFiles("/dev/null", "spine-report/compare.png"), ReportFiles.of("compare", "/dev/null", null));
    }
}
