package dev.spine.extension.runtime.oracle;

/**
 * The source of a program under test. Its class has the fields and what the constructor makes of them, which is not measured; an activation
 * runs the body so many times as the field {@code rounds} says.
 *
 * @param name the simple name of its class
 * @param fields declarations of fields, or nothing
 * @param setup statements of the constructor, or nothing
 * @param body statements of a round; they may add to {@code long sum} and set {@code Object last}, and see the round's number {@code r}
 * @param helpers further members of the class, or nothing
 */
record SubjectSource(String name, String fields, String setup, String body, String helpers) {
    /** {@return the same under another name} */
    SubjectSource named(String other) {
        return new SubjectSource(other, fields, setup, body, helpers);
    }

    /** {@return what a reader needs of it} */
    String brief() {
        return "    " + String.join("\n", fields, setup, body).strip().replace("\n", "\n    ");
    }

    /** {@return the source file} */
    String text() {
        return """
            package subject;
            import java.util.*;
            import java.util.function.*;
            @SuppressWarnings({"unchecked", "rawtypes"})
            public final class %s implements Runnable {
                public int rounds = 1;
                Object held;
                long total;
                %s
                public %s() {
                    %s
                }
                public void run() {
                    Object last = null;
                    long sum = 0;
                    for (int r = 0; r < rounds; r++) {
                        %s
                    }
                    held = last;
                    total += sum;
                }
                %s
            }
            """.formatted(name, fields, name, setup, body, helpers);
    }
}
