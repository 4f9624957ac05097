package dev.spine.extension.api.library.script;

import java.util.StringJoiner;

/** Builders and joiners of text. */
@SuppressWarnings({"SelfComparison", "UnnecessaryStringBuilder"}) // odd calls do the same, too
public final class Texts {
    private static final String[] PIECES = {
        "", "a", "ab", "aab", "null", "\u00e4\u20ac", "\ud83d\ude00", "\udc00", "\ud800x", "0123456789abcdef"
    };

    private Texts() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        steps(trace, new StringBuilder(), 400);
        steps(trace, new StringBuilder(trace.upTo(40)), 200);
        steps(trace, new StringBuilder(piece(trace)), 200);
        trace.of("no room", () -> new StringBuilder(-1));
        joined(trace);
        return trace.toString();
    }

    private static String piece(Trace trace) {
        return PIECES[trace.upTo(PIECES.length)];
    }

    private static void steps(Trace trace, StringBuilder text, int count) {
        for (int i = 0; i < count; i++) {
            step(trace, text);
            trace.of("is", () -> text + " " + text.length() + " " + text.isEmpty());
        }
        trace.of("order", () -> text.compareTo(new StringBuilder(piece(trace))) + " " + text.compareTo(text));
    }

    private static void step(Trace trace, StringBuilder text) {
        int from = trace.upTo(text.length() + 3) - 1;
        int to = trace.upTo(text.length() + 3) - 1;
        String piece = piece(trace);
        switch (trace.upTo(38)) {
            case 0, 1, 2 -> trace.of("append", () -> text.append(piece));
            case 3 -> trace.of("append char", () -> text.append((char) trace.upTo(300)));
            case 4 -> trace.of("append int", () -> text.append(trace.random.nextInt()));
            case 5 -> trace.of("append long", () -> text.append(trace.random.nextLong()));
            case 6 -> trace.of("append double", () -> text.append(trace.random.nextDouble()).append(Double.NaN).append(-0.0));
            case 7 -> trace.of("append float", () -> text.append(trace.random.nextFloat()).append(1e20f));
            case 8 -> trace.of("append truth", () -> text.append(trace.once(2)));
            case 9 -> trace.of("append object", () -> text.append((Object) trace.key()));
            case 10 -> trace.of("append null", () -> text.append((String) null).append((CharSequence) null).append((Object) null));
            case 11 -> trace.of("append itself", () -> text.length() > 100 ? text : text.append(text));
            case 12 -> trace.of("append chars", () -> text.append(piece.toCharArray()).append(piece.toCharArray(), 0, piece.length() / 2));
            case 13 -> trace.of("append some", () -> text.append((CharSequence) piece, trace.upTo(4), trace.upTo(4)));
            case 14 -> trace.of("append some of itself", () -> text.append((CharSequence) text, from, Math.min(to, from + 5)));
            case 15 -> trace.of("append code point", () -> text.appendCodePoint(trace.upTo(0x120000) - 10));
            case 16, 17 -> trace.of("delete", () -> text.delete(from, to));
            case 18 -> trace.of("delete char", () -> text.deleteCharAt(from));
            case 19 -> trace.of("insert", () -> text.insert(from, piece));
            case 20 -> trace.of("insert char", () -> text.insert(from, 'x'));
            case 21 -> trace.of("insert int", () -> text.insert(from, -5).insert(from, 5L).insert(from, true));
            case 22 -> trace.of("insert null", () -> text.insert(from, (String) null));
            case 23, 24 -> trace.of("replace", () -> text.replace(from, to, piece));
            case 25 -> trace.of("reverse", text::reverse);
            case 26 -> trace.run("set char", () -> text.setCharAt(from, 'y'));
            case 27 -> trace.run("set length", () -> text.setLength(trace.upTo(4) == 0 ? to : text.length() / 2));
            case 28 -> trace.of("char", () -> (int) text.charAt(from));
            case 29 -> trace.of("index", () -> text.indexOf(piece) + " " + text.lastIndexOf(piece));
            case 30 -> trace.of("index from", () -> text.indexOf(piece, from) + " " + text.lastIndexOf(piece, to));
            case 31 -> trace.of("substring", () -> text.substring(from));
            case 32 -> trace.of("substring to", () -> text.substring(from, to));
            case 33 -> trace.of("subsequence", () -> text.subSequence(from, to));
            case 34 -> trace.of("append nothing", () -> text.append((char[]) null));
            default -> trace.of("next", () -> text.append('a').indexOf("aab"));
        }
    }

    private static void joined(Trace trace) {
        StringJoiner plain = new StringJoiner(piece(trace));
        StringJoiner braced = new StringJoiner(new StringBuilder(", "), "[", "]");
        for (int i = 0; i < 10; i++) {
            trace.of("joined", () -> plain + " " + plain.length() + " " + braced + " " + braced.length());
            switch (trace.upTo(3)) {
                case 0 -> plain.setEmptyValue(piece(trace));
                case 1 -> trace.of("add", () -> plain.add(trace.once(4) ? null : piece(trace)));
                default -> trace.of("add", () -> braced.add(piece(trace)).add(new StringBuilder("b")));
            }
        }
        trace.of("no delimiter", () -> new StringJoiner(null));
    }
}
