package dev.spine.perf.ardma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.store.MemoryStore;
import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How much of a text that is on a server's disk goes over the wire when one line of a thousand matches: all bytes of all frames. */
@Tag("AR-15")
@Tag("AR-23")
class GrepWireTest {
    private static final int LINES = 1 << 18;
    private static final int LINE_BYTES = 40;
    private static final int OF_LINES = 1_000;

    @ParameterizedTest
    @EnumSource(names = {"FIXED", "GENERATED"})
    void ofTenMegabytesLessThanAHundredthIsInFrames(GrepForm form) throws GrepSyntaxException {
        StringBuilder text = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= LINES; i++) {
            String begin = (i % OF_LINES == 0 ? "ERROR " + i + ": disk" : "INFO " + i + ": nothing of note");
            String line = begin + " ".repeat(LINE_BYTES - 1 - begin.length()) + "\n";
            text.append(line);
            expected.append(i % OF_LINES == 0 ? i + ":" + line : "");
        }
        MemoryStore store = MemoryStore.ofBytes(text.length());
        MemorySegment.copy(text.toString().getBytes(StandardCharsets.US_ASCII), 0, store.memory(), ValueLayout.JAVA_BYTE, 0, text.length());
        try (ArdmaPair pair = new ArdmaPair("dpu-pcie5", 1, store)) {
            pair.server().offer(RemoteGrep.PROCEDURE, RemoteGrep.procedure());
            pair.server().open("text", pair.disk(text.length()), false);
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            ArdmaPair.Counts before = pair.counts();
            try (RemoteGrep grep = new RemoteGrep(pair.remote(), GrepPattern.of("ERROR [0-9]+: d[a-z]+k"), form)) {
                grep.search(pair.remote().lookup("text"), lines::writeBytes);
            }
            long bytes = pair.counts().since(before, 1, 0, true).wireBytes();
            assertEquals(expected.toString(), lines.toString(StandardCharsets.US_ASCII));
            System.out.println(form + ": " + bytes + " bytes in frames, of " + text.length());
            assertTrue(bytes < text.length() / 100, () -> bytes + " of " + text.length());
            pair.verify();
        }
    }
}
