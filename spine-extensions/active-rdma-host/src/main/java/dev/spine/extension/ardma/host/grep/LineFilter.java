package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.StreamReader;
import java.util.Arrays;

/** Passes those numbered lines on that match. */
final class LineFilter implements StreamReader {
    private final Dfa dfa;
    private final StreamReader next;
    private byte[] line = new byte[1_024];
    private int count;

    LineFilter(Dfa dfa, StreamReader next) {
        this.dfa = dfa;
        this.next = next;
    }

    @Override
    public void read(byte[] piece) {
        for (byte each : piece) {
            if (count == line.length) {
                line = Arrays.copyOf(line, 2 * count);
            }
            line[count++] = each;
            if (each == '\n') {
                end();
            }
        }
    }

    private void end() {
        int text = 0;
        while (line[text] != ':') {
            text++;
        }
        if (dfa.matches(line, text + 1, count - 1)) {
            next.read(Arrays.copyOf(line, count));
        }
        count = 0;
    }
}
