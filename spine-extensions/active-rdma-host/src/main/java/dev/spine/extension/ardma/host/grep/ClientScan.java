package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.StreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Looks for a pattern at the client, line by line. A line may be longer than what is kept of the text: it is read again to be printed. */
final class ClientScan {
    private static final int OUT_BYTES = 1_024;

    private final Dfa dfa;
    private final Pieces text;
    private final long length;
    private final StreamReader lines;

    ClientScan(Dfa dfa, Pieces text, long length, StreamReader lines) {
        this.dfa = dfa;
        this.text = text;
        this.length = length;
        this.lines = lines;
    }

    /**
     * {@return where the next line begins}
     *
     * @param begin where this one does, before the text's end
     * @param number its number, from 1
     */
    long line(long begin, long number) {
        int state = dfa.start();
        long at = begin;
        int value = -1;
        while (at < length && value != '\n') {
            value = text.at(at++);
            state = value == '\n' ? state : dfa.next(state, value);
        }
        if (dfa.endsWell(state)) {
            print(number, begin, value == '\n' ? at - 1 : at);
        }
        return at;
    }

    private void print(long number, long begin, long end) {
        byte[] out = Arrays.copyOf((number + ":").getBytes(StandardCharsets.US_ASCII), OUT_BYTES);
        int count = Long.toString(number).length() + 1;
        for (long at = begin; at < end; at++) {
            out[count++] = (byte) text.at(at);
            if (count == out.length) {
                lines.read(out.clone());
                count = 0;
            }
        }
        out[count++] = '\n';
        lines.read(Arrays.copyOf(out, count));
    }
}
