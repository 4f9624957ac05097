package dev.spine.extension.api.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The static methods that stand for methods of {@code String} and of enums give what those give. */
class StringsTest {
    private enum Colour { RED, GREEN }

    private static final int ROUNDS = 20_000;

    private static String text(Random random, int longest) {
        char[] letters = new char[random.nextInt(longest + 1)];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) ('a' + random.nextInt(2));
        }
        return new String(letters);
    }

    private static String outcome(Supplier<Object> action) {
        try {
            return String.valueOf(action.get());
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    @Test
    void textIsSearchedAndReplacedAsByStrings() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String text = text(random, 12);
            String part = text(random, 3);
            String other = text(random, 4);
            StringBuilder builder = new StringBuilder(part);
            String said = text + ", " + part + ", " + other + ", run again with -Dspine.seed=" + seed;
            assertEquals(text.contains(part), Strings.contains(text, builder), said);
            assertEquals(text.replace(part, other), Strings.replace(text, builder, other), said);
            assertEquals(text.contentEquals(part), Strings.contentEquals(text, builder), said);
            assertEquals(text.contentEquals(text), Strings.contentEquals(text, new StringBuilder(text)), said);
            assertEquals(String.join(part, text, null, other), Strings.join(builder, text, null, other), said);
            assertEquals(String.join(part, text, other), Strings.join(part, List.of(text, new StringBuilder(other))), said);
        }
    }

    @Test
    @SuppressWarnings("StringJoin") // odd calls do the same, too
    void nullIsRefusedAsByStrings() {
        assertEquals(outcome(() -> "a".contains(null)), outcome(() -> Strings.contains("a", null)));
        assertEquals(outcome(() -> "a".replace("a", null)), outcome(() -> Strings.replace("a", "a", null)));
        assertEquals(outcome(() -> "a".contentEquals((CharSequence) null)), outcome(() -> Strings.contentEquals("a", null)));
        assertEquals(outcome(() -> String.join(null, "a")), outcome(() -> Strings.join(null, "a")));
        assertEquals(outcome(() -> String.join("a", (CharSequence[]) null)), outcome(() -> Strings.join("a", (CharSequence[]) null)));
        assertEquals("", Strings.join(","));
        assertEquals("", Strings.join(",", List.of()));
    }

    @Test
    void constantsAreFoundByTheirNames() {
        assertEquals(Colour.GREEN, Enums.valueOf(Colour.values(), "GREEN", "a.Colour"));
        Exception unknown = assertThrows(IllegalArgumentException.class, () -> Enums.valueOf(Colour.values(), "BLUE", "a.Colour"));
        assertEquals("No enum constant a.Colour.BLUE", unknown.getMessage());
        Exception none = assertThrows(NullPointerException.class, () -> Enums.valueOf(Colour.values(), null, "a.Colour"));
        assertEquals("Name is null", none.getMessage());
    }

    @Test
    void whoseTextIsNullIsNamedInAFailureAllTheSame() {
        Object element = new Object() {
            @Override
            public boolean equals(Object other) {
                return true;
            }

            @Override
            public int hashCode() {
                return 0;
            }

            @Override
            @SuppressWarnings({"NullAway", "ToStringReturnsNull"}) // as an author's may do
            public String toString() {
                return null;
            }
        };
        assertEquals("duplicate element: null", assertThrows(IllegalArgumentException.class, () -> Set.of(element, element)).getMessage());
    }
}
