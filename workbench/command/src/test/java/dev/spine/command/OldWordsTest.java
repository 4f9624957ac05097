package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words that the vocabulary has replaced do not come back into main code, help (which is main code) or documents. */
class OldWordsTest {
    private static final Pattern READ = Pattern.compile(
        "README\\.md|docs/[^/]+\\.md|perf/benchmarks/RESULTS\\.md|.*/src/main/java/.*\\.(java|md)|.*/src/main/resources/.*\\.toml");
    /** The lanes of PCI Express, and a property of style sheets. */
    private static final Pattern NOT_OURS = Pattern.compile("PCI Express.* lanes?\\b|box-sizing");

    private static List<ReadFile> files = List.of();

    private record ReadFile(String name, List<String> lines) {}

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> all = Files.walk(Document.ROOT)) {
            files = all.filter(file -> isRead(Document.ROOT.relativize(file).toString().replace('\\', '/'))).map(OldWordsTest::file)
                .toList();
        }
    }

    @ParameterizedTest(name = "{1}, not {0}")
    @CsvSource(delimiter = ';', textBlock = """
        \\b[fF]rame ?[lL]anes?\\b|\\b[Ll]anes?\\b                         ; queue pair
        \\bBox\\b|\\bbox(es)?\\b|\\b(to|from|card)Box\\b                  ; bus agent
        \\b(Register|Disk|Block|Scsi|No|Request)Faces?\\b|\\b[Ff]aces?\\b ; register interface, front end
        \\b[Aa]skers?\\b                                                  ; requester
        \\b[Tt]rains?\\b|\\b(on|own|send)Train                            ; batch
        \\b[Ss]ide ?([tT]hread|[wW]ork)s?\\b                              ; worker thread, worker task
        \\b(letGo|giveBack)\\b                                            ; release, put back
        \\b[Hh]eld ?[bB]ack|\\bheld-back\\b                               ; throttled
        \\bUNSETTLED\\b|\\b[uU]nsettled\\b                                ; in doubt
        \\b[Jj]udge(s|d|ment)?\\b|\\bjudging\\b|\\bImageJudge\\b          ; verifier, verify
        \\b(Runtime|Kernel|Card|Host)Place\\b                             ; execution environment
        \\b[wW]hole tax\\b|\\bTaxBench\\b                                 ; overhead
        \\braw[12](Ns|P50|P99)?\\b                                        ; one-line, two-line
        \\blost 2\\b|\\bLOST_2\\b                                         ; drops
        \\b[pP]ass [12]\\b                                                ; saturation run, latency run
        \\b[oO]rder numbers?\\b                                           ; priority number
        \\b(MOST|LEAST)_[A-Z_]+                                           ; MAX_, MIN_
        \\b[nN]ame[ -]spaces?\\b|\\bNameSpace                             ; namespace
        \\b[tT]ime-outs?\\b                                               ; timeout
        \\b[dD]ialogues?\\b                                               ; dialog
        \\bfor ever\\b                                                    ; forever
        \\b(LostWork|SlowMachine)Exception\\b                             ; IncompleteRunException, BudgetExceededException
        \\b(Comparison|Route|Flow|Owner)Book\\b                           ; set, registry
        \\b(Peer|Link)Notes?\\b                                        ; in flight, notice
        extension\\.runtime\\.place\\b                                  ; execution environment
        """)
    void findsNothing(String old, String now) {
        Pattern pattern = Pattern.compile(old);
        // To look for the bounds of a word at each character takes four times as long.
        Pattern anywhere = Pattern.compile(old.replace("\\b", ""));
        List<String> found = files.stream().flatMap(file -> file.lines().stream()
            .filter(line -> anywhere.matcher(line).find() && pattern.matcher(line).find() && !NOT_OURS.matcher(line).find())
            .map(line -> file.name() + ": " + line.strip())).limit(20).toList();
        assertTrue(found.isEmpty(), () -> "say '" + now + "':\n" + String.join("\n", found));
    }

    private static boolean isRead(String name) {
        return READ.matcher(name).matches() && !name.contains("/target/");
    }

    private static ReadFile file(Path file) {
        try {
            return new ReadFile(file.getFileName().toString(), Files.readAllLines(file));
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }
}
