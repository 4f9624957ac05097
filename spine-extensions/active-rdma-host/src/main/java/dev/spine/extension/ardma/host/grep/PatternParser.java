package dev.spine.extension.ardma.host.grep;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads an extended regular expression of POSIX, byte by byte. */
final class PatternParser {
    /** As POSIX has it. */
    private static final int MAX_REPEATS = 255;
    /** Trees are walked by recursion. */
    private static final int MAX_DEPTH = 128;

    private final byte[] text;
    private int at;
    private int depth;

    private PatternParser(byte[] text) {
        this.text = text;
    }

    static Node parse(byte[] text) throws GrepSyntaxException {
        PatternParser parser = new PatternParser(text);
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                throw new GrepSyntaxException(i + 1, "a pattern is one line: write several as a|b");
            }
        }
        Node all = parser.choice();
        if (parser.at < text.length) {
            throw parser.wrong("this ) closes no group: write \\) for the character");
        }
        return all;
    }

    private GrepSyntaxException wrong(String what) {
        return new GrepSyntaxException(at + 1, what);
    }

    private int peek() {
        return at < text.length ? text[at] & 0xFF : -1;
    }

    private boolean takeIf(int value) {
        if (peek() != value) {
            return false;
        }
        at++;
        return true;
    }

    private Node choice() throws GrepSyntaxException {
        List<Node> parts = new ArrayList<>();
        do {
            parts.add(sequence());
        } while (takeIf('|'));
        return parts.size() == 1 ? parts.getFirst() : new Node.Choice(parts);
    }

    private Node sequence() throws GrepSyntaxException {
        List<Node> parts = new ArrayList<>();
        while (at < text.length && peek() != '|' && peek() != ')') {
            parts.add(repeated());
        }
        return parts.size() == 1 ? parts.getFirst() : new Node.Sequence(parts);
    }

    private Node repeated() throws GrepSyntaxException {
        Node part = single();
        for (int levels = 0; ; levels++) {
            Node.Repeat repeat = repeat(part);
            if (repeat == null) {
                return part;
            }
            at--;
            if (part instanceof Node.Begin || part instanceof Node.End) {
                throw wrong("a place in a line cannot be repeated: write \\^ or \\$ for the character");
            }
            if (levels == MAX_DEPTH) {
                throw wrong("repeated more than " + MAX_DEPTH + " times over");
            }
            at++;
            part = repeat;
        }
    }

    /** What is repeated here, behind its repetition; null when none is here. */
    private Node.@Nullable Repeat repeat(Node part) throws GrepSyntaxException {
        if (takeIf('*')) {
            return new Node.Repeat(part, 0, Node.WITHOUT_END);
        }
        if (takeIf('+')) {
            return new Node.Repeat(part, 1, Node.WITHOUT_END);
        }
        if (takeIf('?')) {
            return new Node.Repeat(part, 0, 1);
        }
        return peek() == '{' ? interval(part) : null;
    }

    /** A brace that begins no interval stands for itself, as with grep. */
    private Node.@Nullable Repeat interval(Node part) throws GrepSyntaxException {
        int begin = at++;
        int least = number();
        int most = least;
        if (takeIf(',')) {
            most = peek() == '}' ? Node.WITHOUT_END : number();
            least = Math.max(least, 0);
            if (most < 0 && peek() != '}') {
                least = -1;
            }
        }
        if (least < 0 || !takeIf('}')) {
            at = begin;
            return null;
        }
        int wanted = Math.max(least, most);
        if (wanted > MAX_REPEATS || most >= 0 && most < least) {
            at = begin;
            throw wrong(wanted > MAX_REPEATS ? "repeated more than " + MAX_REPEATS + " times"
                : "the second number is less than the first one");
        }
        return new Node.Repeat(part, least, most);
    }

    /** -1 when there is none. */
    private int number() {
        int value = -1;
        while (peek() >= '0' && peek() <= '9') {
            value = Math.min(10_000, Math.max(value, 0) * 10 + peek() - '0');
            at++;
        }
        return value;
    }

    private Node single() throws GrepSyntaxException {
        int value = peek();
        return switch (value) {
            case '*', '+', '?' ->
                throw wrong("nothing is in front of " + (char) value + ": write \\" + (char) value + " for the character");
            case '(' -> group();
            case '[' -> {
                BracketParser bracket = new BracketParser(text, at);
                Node.Bytes set = new Node.Bytes(bracket.set());
                at = bracket.end();
                yield set;
            }
            case '\\' -> escaped();
            case '^' -> took(new Node.Begin());
            case '$' -> took(new Node.End());
            case '.' -> took(new Node.Bytes(ByteClasses.all()));
            default -> took(one(value));
        };
    }

    /** What one byte stands for. */
    private Node took(Node part) {
        at++;
        return part;
    }

    private Node group() throws GrepSyntaxException {
        int begin = at++;
        if (++depth > MAX_DEPTH) {
            throw wrong("nested more than " + MAX_DEPTH + " deep");
        }
        Node inner = choice();
        depth--;
        if (!takeIf(')')) {
            at = begin;
            throw wrong("expected ) for this (, found the end: write \\( for the character");
        }
        return inner;
    }

    private static Node.Bytes one(int value) {
        BitSet set = new BitSet(256);
        set.set(value);
        return new Node.Bytes(set);
    }

    private Node escaped() throws GrepSyntaxException {
        at++;
        int value = peek();
        at++;
        return switch (value) {
            case -1 -> throw refused("expected a character behind \\, found the end: write \\\\ for the character");
            case '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
                throw refused("back-reference \\" + (char) value + ": an automaton has no memory of a group; write what is to come again");
            case '<', '>', 'b', 'B', '`', '\'' ->
                throw refused("\\" + (char) value + " is not of POSIX: write what may stand beside a word, such as (^|[^[:alnum:]_])");
            case 'w' -> new Node.Bytes(ByteClasses.word());
            case 'W' -> new Node.Bytes(ByteClasses.others(ByteClasses.word()));
            case 's' -> new Node.Bytes(ByteClasses.named("space"));
            case 'S' -> new Node.Bytes(ByteClasses.others(ByteClasses.named("space")));
            default -> one(value);
        };
    }

    private GrepSyntaxException refused(String what) {
        return new GrepSyntaxException(at - 1, what);
    }
}
