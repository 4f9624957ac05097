package dev.spine.extension.ardma.host.grep;

import java.io.ByteArrayOutputStream;

/** Finds bytes that are in each text that a pattern matches: the longest run of single bytes that nothing lets out. */
final class Literal {
    private final ByteArrayOutputStream run = new ByteArrayOutputStream();
    private byte[] longest = {};

    private Literal() {}

    static byte[] of(Node pattern) {
        Literal literal = new Literal();
        literal.walk(pattern);
        literal.end();
        return literal.longest;
    }

    /** Whether the bytes are all of a pattern, so that a line matches when they are in it. */
    static boolean isAll(Node pattern) {
        return switch (pattern) {
            case Node.Bytes bytes -> bytes.set().cardinality() == 1;
            case Node.Sequence sequence -> sequence.parts().stream().allMatch(Literal::isAll);
            default -> false;
        };
    }

    private void end() {
        if (run.size() > longest.length) {
            longest = run.toByteArray();
        }
        run.reset();
    }

    private void walk(Node node) {
        switch (node) {
            case Node.Bytes bytes when bytes.set().cardinality() == 1 -> run.write(bytes.set().nextSetBit(0));
            case Node.Sequence sequence -> sequence.parts().forEach(this::walk);
            case Node.Repeat repeat when repeat.least() > 0 -> {
                boolean isFixed = repeat.least() == repeat.most();
                if (!isFixed) {
                    end();
                }
                for (int i = 0; i < repeat.least(); i++) {
                    walk(repeat.part());
                }
                if (!isFixed) {
                    end();
                }
            }
            default -> end();
        }
    }
}
