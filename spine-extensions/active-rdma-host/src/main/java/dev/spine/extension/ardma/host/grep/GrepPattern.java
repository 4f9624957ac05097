package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.StreamReader;
import java.nio.charset.StandardCharsets;

/**
 * An extended regular expression of POSIX in the C locale: it is about bytes, and a text is its bytes in UTF-8. A line matches that
 * contains what it says. Beside POSIX it has what {@code grep -E} has of {@code \w}, {@code \W}, {@code \s} and {@code \S}, of an empty
 * part, and of a brace that begins no interval; back-references and the places beside words are refused. Any thread.
 */
public final class GrepPattern {
    private final Dfa dfa;
    private final byte[] literal;
    private final boolean isLiteral;

    private GrepPattern(Dfa dfa, byte[] literal, boolean isLiteral) {
        this.dfa = dfa;
        this.literal = literal;
        this.isLiteral = isLiteral;
    }

    /**
     * {@return a pattern}
     *
     * @param text the expression, one line
     * @throws GrepSyntaxException when it is none, or its automaton has too many states
     */
    public static GrepPattern of(String text) throws GrepSyntaxException {
        Node node = PatternParser.parse(text.getBytes(StandardCharsets.UTF_8));
        Dfa dfa = Subsets.of(new Nfa(node));
        if (TableScan.bytes(dfa) > TableScan.MAX_BYTES) {
            throw new GrepSyntaxException(1, "its table has more than " + TableScan.MAX_BYTES + " bytes: repeat less");
        }
        return new GrepPattern(dfa, Literal.of(node), Literal.isAll(node));
    }

    Dfa dfa() {
        return dfa;
    }

    /** Bytes that each line has that matches, as many as are found; none if nothing is known. */
    byte[] literal() {
        return literal.clone();
    }

    /** Whether those bytes are all that is looked for. */
    boolean isLiteral() {
        return isLiteral;
    }

    /**
     * Prints the lines of a text that match, each with its number, as {@link RemoteGrep} does; here, piece by piece.
     *
     * @param text is read
     * @param length its bytes
     * @param lines gets the lines, in pieces of any size, in this thread
     * @return what the search was
     */
    public GrepResult search(TextReader text, long length, StreamReader lines) {
        return new Search(this, GrepForm.READ, text, length, lines).read();
    }

    /**
     * {@return whether a line matches}
     *
     * @param line its bytes, without the end of the line
     */
    public boolean matches(byte[] line) {
        return dfa.matches(line, 0, line.length);
    }
}
