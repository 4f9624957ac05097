package dev.spine.perf.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Which methods and constants count as a card's image. */
class CardImageTest {
    private static final String HERE = "dev/spine/perf/reproduce/CardImageTest$";
    private static final Predicate<String> ALL = name -> name.startsWith(HERE);

    /** Something that is called through an interface. */
    interface Part {
        int work();

        default String name() {
            return "a name that nobody asks for";
        }
    }

    /** Made and called. */
    static final class Made implements Part {
        static final long[] TABLE = new long[4];

        @Override
        public int work() {
            return (int) TABLE[0] + 1;
        }

        int nobodyCallsIt() {
            return hashCode() * 31 + "a text that nothing reached loads".length();
        }

        @Override
        public String toString() {
            return "called by the JDK";
        }
    }

    /** Of the same interface, and never made. */
    static final class NeverMade implements Part {
        @Override
        public int work() {
            return "another text".length();
        }
    }

    /** Where it begins. */
    static final class Begin {
        private Begin() {}

        static int direct(Part part) {
            return part.work();
        }

        static int all() {
            IntSupplier later = () -> "in a lambda".length();
            return direct(new Made()) + later.getAsInt();
        }
    }

    private static CardCalls from(String entry, Predicate<String> isOfCard) {
        CardCalls calls = new CardCalls(isOfCard);
        calls.enter(HERE + entry);
        calls.follow();
        return calls;
    }

    @Test
    void aCallThroughAnInterfaceReachesOnlyWhatIsMade() {
        CardCalls calls = from("Begin.all", ALL);
        assertEquals(Set.of(HERE + "Begin", HERE + "Made"), calls.code().keySet());
        // The call, the call it makes, the lambda; of Made its initialiser and constructor, work and toString.
        assertEquals(3 + 4, calls.methods());
        assertEquals(Set.of(HERE + "Begin"), from("Begin.direct", ALL).code().keySet());
    }

    @Test
    void onlyConstantsAndFieldsOfWhatIsReachedCount() {
        CardCalls calls = from("Begin.all", ALL);
        assertEquals("called by the JDK".length(), calls.constants().get(HERE + "Made"));
        assertEquals("in a lambda".length(), calls.constants().get(HERE + "Begin"));
        assertEquals(4, calls.data().get(HERE + "Made"), "a reference to the table");
    }

    @Test
    void whatIsLeftOutIsNotFollowed() {
        CardCalls calls = from("Begin.all", ALL.and(name -> !name.endsWith("$Made")));
        assertEquals(Set.of(HERE + "Begin"), calls.code().keySet());
    }

    @Test
    void anEntryThatIsNotThereIsAnError() {
        assertThrows(IllegalStateException.class, () -> from("Begin.none", ALL));
    }

    @Test
    void theBaseImageIsSmallerThanAllByThePartsThatItIsWithout() {
        String note = new Experiments(1, PublishedFigures.read(), new Machines("lanai-33", List.of())).finding("image-size").orElseThrow()
            .note();
        List<String> images = List.of(note.split("; with these", -1));
        assertTrue(images.getLast().contains("extension.runtime.network ") && !images.getFirst().contains("extension.runtime.network "),
            note);
        for (String name : List.of("iop.kernel ", "device.nic ", "extension.runtime.verify ", "extension.runtime.meter ")) {
            assertTrue(Objects.requireNonNull(images.getFirst()).contains(name), note);
        }
    }
}
