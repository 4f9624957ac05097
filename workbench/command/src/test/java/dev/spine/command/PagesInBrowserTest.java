package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that commands write, in a real browser: a phone's window and a wide one hold them, and every picture is there. */
@Tag("full")
@Timeout(300)
class PagesInBrowserTest {
    private static final Pattern FOUND = Pattern.compile("<title>FOUND (\\S+)</title>");
    /** A phone's window and that of a desk, with one page in both; what it came out as is written where it can be read from outside. */
    private static final String PROBE = """
        <!DOCTYPE html><meta charset="utf-8"><title>not loaded</title><body style="margin:0">
        <iframe style="border:0;width:390px;height:800px" srcdoc="@page@"></iframe>
        <iframe style="border:0;width:1280px;height:800px" srcdoc="@page@"></iframe>
        <script>
        onload = () => {
            document.title = 'FOUND ' + [...document.querySelectorAll('iframe')].map(frame => {
                const page = frame.contentDocument, root = page.documentElement, drawings = [...page.querySelectorAll('svg')];
                const over = root.scrollWidth - root.clientWidth;
                const cut = [...page.querySelectorAll('.scroll,pre')].filter(part => part.scrollWidth > part.clientWidth).length;
                const lost = [...page.images].filter(image => !image.complete || image.naturalWidth === 0).length;
                const flat = drawings.filter(drawing => drawing.getBoundingClientRect().height < 20).length;
                const fetched = frame.contentWindow.performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:'));
                return ['over', over, 'lost', lost, 'flat', flat, 'fetched', fetched.length, drawings.length > 0 ? 'drawn' : 'empty',
                    'cut', frame.clientWidth > 1000 ? cut : '-'].join(',');
            }).join(';');
        };
        </script>
        """;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {
        "compare forward --engine modelled --frames 64 --packets 1000 --png /dev/null --html ",
        "compare forward --frames 64 --paths host,spine --packets 1000 --sweep nic.clock=33MHz..66MHz/2 --html ",
        "trace spine --packet 10 --html ",
        "reproduce --figure stall --html ",
    })
    void aPageFitsItsWindowAndShowsAllItsPictures(String command) throws Exception {
        Program.need("chromium");
        Path file = scratch.resolve("page.html");
        CommandRun run = CommandRun.of((Object[]) (command + file).split(" "));
        assertTrue(run.code() < 2, run::toString);
        assertEquals("over,0,lost,0,flat,0,fetched,0,drawn,cut,-;over,0,lost,0,flat,0,fetched,0,drawn,cut,0",
            shown(Files.readString(file)));
    }

    /** The page keeps its text: the frame has it as an attribute, with what would end that written as HTML has it. */
    private String shown(String page) throws IOException {
        Path probe = scratch.resolve("probe.html");
        Files.writeString(probe, PROBE.replace("@page@", page.replace("&", "&amp;").replace("\"", "&quot;")));
        // No sandbox: builds run as root, where there is none, and the page is our own.
        Program.Result result = Program.run(scratch, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=" + scratch.resolve("profile"), "--window-size=1400,1000", "--dump-dom", probe.toUri().toString());
        Matcher found = FOUND.matcher(result.succeeded().output());
        assertTrue(found.find(), result::toString);
        return found.group(1);
    }
}
