package dev.spine.extension.panic.host.compile;

import java.util.Random;

/** Writes programs that are right and do much: most of their indexes and lengths are good, some are not. */
final class ProgramGenerator {
    private static final String[] SCALARS = {"a", "b", "c"};
    private static final String[] ARRAYS = {"d", "e", "f"};
    private static final int[] WORDS = {1, 3, 8};
    private static final String[] OPERATORS = {"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "=", "<>", "AND", "OR"};
    private static final int MAX_LOOPS = 2;
    private static final int MAX_DEPTH = 3;

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private boolean hasMessage;
    /** One of so many statements is a transfer, beside those that are one anyway; 0 for none. */
    private final int transfers;
    private int loops;

    private ProgramGenerator(Random random, int transfers) {
        this.random = random;
        this.transfers = transfers;
    }

    /** A program with the triggers 1, 2 and 3. */
    static String program(Random random) {
        return write(new ProgramGenerator(random, 0));
    }

    /** One with many transfers, beside which statements can run. */
    static String programOfTransfers(Random random) {
        return write(new ProgramGenerator(random, 3));
    }

    private static String write(ProgramGenerator generator) {
        generator.text.append("PROGRAM Any ID 9:\nVAR a, b, c, d[1], e[3], f[8], n0, n1;\nTRIGGERS 1, 2, 3;\n");
        generator.block(0);
        generator.hasMessage = true;
        for (int trigger = 1; trigger <= 3; trigger++) {
            generator.text.append(";\nMESSAGE ").append(trigger).append(": ");
            generator.block(0);
        }
        return generator.text.append(";\nEND").toString();
    }

    private ProgramGenerator add(String more) {
        text.append(more);
        return this;
    }

    private String any(String... of) {
        return of[random.nextInt(of.length)];
    }

    private void block(int depth) {
        add("BEGIN ");
        for (int i = random.nextInt(5); i >= 0; i--) {
            statement(depth);
            add(";\n");
        }
        add("END");
    }

    private void statement(int depth) {
        if (transfers > 0 && random.nextInt(transfers) == 0) {
            boolean isToHost = random.nextBoolean();
            add(isToHost ? "DELIVER " : "GET ");
            segment(region(isToHost), isToHost ? "INTO" : "FROM");
            return;
        }
        switch (random.nextInt(depth < MAX_DEPTH ? 18 : 14)) {
            case 0, 1, 2, 3 -> {
                place();
                add(" = ");
                expression(0);
            }
            case 4, 5 -> {
                add("SEND ");
                int bytes = region(true);
                add(" LEN ").length(bytes);
                add(" AS ").id();
                add(" TO ").id();
                add(any("", "", " AT 0:0:1:2:3:4:5:6", " AT f[" + random.nextInt(7) + "]", " AT f[a]",
                    " AT f[CLOCK / 100 % 7]", hasMessage ? " AT SENDER" : ""));
            }
            case 6 -> {
                add("DELIVER ");
                int bytes = region(true);
                segment(bytes, "INTO");
            }
            case 7 -> {
                add("GET ");
                int bytes = region(false);
                segment(bytes, "FROM");
            }
            case 8 -> {
                if (hasMessage) {
                    add("COPY ");
                    int bytes = region(false);
                    add(" OFFSET ").number(12);
                    add(" LEN ").length(bytes);
                } else {
                    add("a = CLOCK");
                }
            }
            case 9, 10 -> {
                add("DISPLAY ");
                expression(0);
            }
            case 11 -> add("SET FLAG ").number(9);
            case 12 -> add("CLEAR LOCK ").number(9);
            case 13 -> add(any("AWAIT", "AWAIT 1", "AWAIT 2, 3", "STOP", "a = 1", "b = 2", "BEGIN ; END"));
            case 14, 15 -> {
                add("IF ");
                expression(0);
                add(" THEN ");
                statement(depth + 1);
                if (random.nextBoolean()) {
                    add(" ELSE ");
                    statement(depth + 1);
                }
            }
            case 16 -> loop(depth);
            default -> block(depth + 1);
        }
    }

    /** Counts with a variable that nothing else sets. */
    private void loop(int depth) {
        if (loops == MAX_LOOPS) {
            add("c = c + 1");
            return;
        }
        String counter = "n" + loops;
        loops++;
        add("BEGIN " + counter + " = 0; WHILE " + counter + " < " + random.nextInt(5) + " DO BEGIN ");
        statement(depth + 1);
        add("; " + counter + " = " + counter + " + 1 END END");
        loops--;
    }

    private void segment(int bytes, String word) {
        add(" OFFSET ").number(260);
        add(" " + word + " ").add(transfers == 0 ? any("2", "3", "4", "5", "7")
            : random.nextInt(20) == 0 ? "7" : any("2", "3", "4", "5", "6", "2 + LENGTH % 4"));
        add(" LEN ").length(bytes);
    }

    /** A number that is mostly small enough, as a constant or not. */
    private ProgramGenerator number(int most) {
        return add(random.nextInt(8) == 0 ? any("a", "b", "c", "-1") : Integer.toString(random.nextInt(8) == 0 ? random.nextInt(most)
            : random.nextInt(Math.min(most, 8))));
    }

    private void id() {
        add(random.nextInt(6) == 0 ? any("a", "b", "0x10000 + a") : Integer.toString(random.nextInt(1 << 16)));
    }

    /** What is checked when it is a constant is one only where it is right. */
    private ProgramGenerator length(int bytes) {
        return add(random.nextInt(6) == 0 ? any("a", "b * 4", hasMessage ? "LENGTH" : "c") : Integer.toString(random.nextInt(bytes + 1)));
    }

    /** A region of variables, or of the packet: how many bytes a constant length may be. */
    private int region(boolean mayBePacket) {
        if (hasMessage && mayBePacket && random.nextInt(3) == 0) {
            add("PACKET[").number(9);
            add("]");
            return 24;
        }
        if (random.nextInt(4) == 0) {
            add(any(SCALARS));
            return 4;
        }
        int array = random.nextInt(ARRAYS.length);
        if (random.nextInt(6) == 0) {
            add(ARRAYS[array] + "[" + any("a", "b", "c + 1") + "]");
            return 4 * WORDS[array];
        }
        int index = random.nextInt(WORDS[array]);
        add(ARRAYS[array] + "[" + index + "]");
        return 4 * (WORDS[array] - index);
    }

    private void place() {
        if (random.nextBoolean()) {
            add(any(SCALARS));
            return;
        }
        int array = random.nextInt(ARRAYS.length);
        add(ARRAYS[array] + "[");
        if (random.nextInt(4) == 0) {
            add(any("a", "b % 4", "c + 1", "n0"));
        } else {
            add(Integer.toString(random.nextInt(WORDS[array])));
        }
        add("]");
    }

    private void expression(int depth) {
        if (depth > 3 || random.nextInt(3) == 0) {
            factor();
            return;
        }
        switch (random.nextInt(10)) {
            case 0 -> {
                add("(NOT ");
                expression(depth + 1);
                add(")");
            }
            case 1 -> {
                add("- ");
                factor();
            }
            default -> {
                add("(");
                expression(depth + 1);
                add(" " + any(OPERATORS) + " ");
                expression(depth + 1);
                add(")");
            }
        }
    }

    private void factor() {
        switch (random.nextInt(hasMessage ? 12 : 9)) {
            case 0, 1, 2 -> add(Integer.toString(random.nextInt(12)));
            case 3 -> add(any("0x80000000", "0xFFFFFFFF", "2147483647", "65536", "0"));
            case 4, 5 -> place();
            case 6 -> add("CLOCK");
            case 7 -> add(any("FLAG(1)", "FLAG(a)", "LOCK(2)", "LOCK(b)"));
            case 8 -> add(any(SCALARS));
            case 9, 10 -> {
                add("PACKET[").number(9);
                add("]");
            }
            default -> add("LENGTH");
        }
    }
}
