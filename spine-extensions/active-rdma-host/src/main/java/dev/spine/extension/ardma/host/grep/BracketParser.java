package dev.spine.extension.ardma.host.grep;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** Reads a set of bytes in brackets. */
final class BracketParser {
    private final byte[] text;
    private final int begin;
    private int at;

    /**
     * At a bracket.
     *
     * @param begin the place of the bracket
     */
    BracketParser(byte[] text, int begin) {
        this.text = text;
        this.begin = begin;
        this.at = begin + 1;
    }

    /** {@return the place behind the bracket that closes it} */
    int end() {
        return at;
    }

    private static GrepSyntaxException wrong(int place, String what) {
        return new GrepSyntaxException(place + 1, what);
    }

    private int take() throws GrepSyntaxException {
        if (at >= text.length) {
            throw wrong(begin, "expected ] for this [, found the end: write \\[ for the character");
        }
        return text[at++] & 0xFF;
    }

    private boolean isNext(int value) {
        return at < text.length && text[at] == value;
    }

    BitSet set() throws GrepSyntaxException {
        boolean others = isNext('^');
        if (others) {
            at++;
        }
        BitSet set = new BitSet(256);
        int first = at;
        while (at == first || !isNext(']')) {
            member(set);
        }
        at++;
        if (text[begin + 1] == ':' && at - begin > 3 && text[at - 2] == ':') {
            throw wrong(begin, "the name of a class stands in a set: write [[:space:]], not [:space:]");
        }
        set.clear('\n');
        return others ? ByteClasses.others(set) : set;
    }

    private void member(BitSet set) throws GrepSyntaxException {
        int place = at;
        int low = take();
        if (low == '[' && isNext(':')) {
            at++;
            String name = named(':');
            BitSet members = ByteClasses.named(name);
            if (members.isEmpty()) {
                throw wrong(place, "there is no class " + name + ": those of POSIX are " + ByteClasses.NAMES);
            }
            set.or(members);
            return;
        }
        low = element(low, place);
        if (!isNext('-') || at + 1 < text.length && text[at + 1] == ']') {
            set.set(low);
            return;
        }
        at++;
        int highPlace = at;
        int high = element(take(), highPlace);
        if (high < low) {
            throw wrong(place, "a range whose end comes before its begin");
        }
        set.set(low, high + 1);
    }

    /** The byte that {@code [.x.]}, {@code [=x=]} or a byte by itself stands for. */
    private int element(int value, int place) throws GrepSyntaxException {
        if (value != '[' || !isNext('.') && !isNext('=')) {
            return value;
        }
        String name = named(take());
        if (name.length() != 1) {
            throw wrong(place, "expected one byte, as in [.-.], found '" + name + "'");
        }
        return name.charAt(0);
    }

    private String named(int mark) throws GrepSyntaxException {
        int from = at;
        take();
        while (!(isNext(mark) && at + 1 < text.length && text[at + 1] == ']')) {
            take();
        }
        at += 2;
        return new String(text, from, at - 2 - from, StandardCharsets.ISO_8859_1);
    }
}
