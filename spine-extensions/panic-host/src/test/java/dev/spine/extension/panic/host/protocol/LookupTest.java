package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lookups are answered by the card of the node that has the entry, and interrupt nobody. */
class LookupTest {
    private static final int MANY = 64;
    private static final int SOME = 16;
    private static final int ASKER = 3;
    private static final int ENTRIES_OF_NODE = 20;
    private static final int QUESTIONS = 10;

    /** Entry {@code key} lies at node {@code key % nodes}. */
    private static LookupTable table(int node, int nodes) {
        LookupTable table = new LookupTable();
        for (int i = 1; i <= ENTRIES_OF_NODE; i++) {
            table.put(i * nodes + node, value(i * nodes + node));
        }
        return table;
    }

    private static int value(int key) {
        return key * 1_000_003;
    }

    private static List<PanicCard> libraries(ProtocolNodes nodes) {
        List<PanicCard> all = new ArrayList<>();
        for (int i = 0; i < nodes.count(); i++) {
            all.add(nodes.library(i));
        }
        return all;
    }

    private static List<LookupAnswer> answers(Lookup at) {
        List<LookupAnswer> all = new ArrayList<>();
        at.poll(all::add);
        return all;
    }

    /** Keys of entries that other nodes have. */
    private static int[] keys(int nodes) {
        return new Random(5).ints(nodes, nodes * (ENTRIES_OF_NODE + 1)).filter(key -> key % nodes != ASKER).limit(QUESTIONS).toArray();
    }

    @Test
    void ofSixtyFourNodesSixtyThreeHostsHearNothing() {
        try (ProtocolNodes nodes = new ProtocolNodes(MANY, 1, 0)) {
            List<PanicCard> libraries = libraries(nodes);
            List<Lookup> directory = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                directory.add(new Lookup(libraries.get(i), table(i, MANY)));
            }
            nodes.settle();
            List<ProtocolNodes.Load> before = nodes.loads();
            List<LookupAnswer> answers = new ArrayList<>();
            for (int key : keys(MANY)) {
                directory.get(ASKER).ask(key);
                nodes.settle();
                answers.addAll(answers(directory.get(ASKER)));
            }
            for (int i = 0; i < MANY; i++) {
                ProtocolNodes.Load load = nodes.load(i).since(before.get(i));
                assertEquals(i == ASKER ? QUESTIONS - 0L : 0, load.interrupts(), "interrupts of host " + i);
                assertEquals(i == ASKER ? 2L * QUESTIONS : 0, load.messages(), "messages of host " + i);
                assertEquals(List.of(), answers(directory.get(i)), "answers that host " + i + " has not asked for");
            }
            assertAnswered(MANY, answers);
            directory.forEach(Lookup::close);
            libraries.forEach(PanicCard::close);
        }
    }

    private static void assertAnswered(int nodes, List<LookupAnswer> answers) {
        int[] keys = keys(nodes);
        assertEquals(keys.length, answers.size());
        for (int i = 0; i < keys.length; i++) {
            assertEquals(new LookupAnswer(i + 1, keys[i], value(keys[i])), answers.get(i));
        }
    }

    @Test
    void onHostsEachOfThemIsInterruptedForEachQuestion() {
        try (ProtocolNodes nodes = new ProtocolNodes(SOME, 1, 0)) {
            List<HostLookup> directory = new ArrayList<>();
            for (int i = 0; i < SOME; i++) {
                HostMachine machine = nodes.host(i);
                LookupTable table = table(i, SOME);
                directory.add(nodes.from(i, () -> new HostLookup(machine, table)));
            }
            nodes.settle();
            List<ProtocolNodes.Load> before = nodes.loads();
            for (int key : keys(SOME)) {
                nodes.on(ASKER, () -> directory.get(ASKER).ask(key));
                nodes.pass(Duration.ofMillis(5));
            }
            for (int i = 0; i < SOME; i++) {
                long interrupts = nodes.load(i).since(before.get(i)).interrupts();
                assertTrue(interrupts >= keys(SOME).length, i + ": " + interrupts);
            }
            assertAnswered(SOME, directory.get(ASKER).answers());
        }
    }

    @Test
    void nobodyAnswersForWhatIsNotThereAndANewEntryIsFound() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            List<PanicCard> libraries = libraries(nodes);
            try (Lookup asker = new Lookup(libraries.get(0), new LookupTable()); Lookup owner = new Lookup(libraries.get(1), table(1, 2))) {
                asker.ask(-7);
                asker.ask(0);
                nodes.settle();
                assertEquals(List.of(), answers(asker));
                LookupTable more = table(1, 2);
                more.put(-7, 70);
                more.put(-7 + LookupTable.PLACES, 71);
                owner.change(more);
                asker.ask(-7);
                asker.ask(-7 + LookupTable.PLACES);
                nodes.settle();
                assertEquals(List.of(new LookupAnswer(3, -7, 70), new LookupAnswer(4, -7 + LookupTable.PLACES, 71)), answers(asker));
            }
            libraries.forEach(PanicCard::close);
        }
    }

    @Test
    void aFullTableTakesNoMoreAndStillKnowsWhatItLacks() {
        LookupTable table = new LookupTable();
        for (int key = 1; key <= LookupTable.PLACES; key++) {
            table.put(key * 3, key);
        }
        assertThrows(IllegalStateException.class, () -> table.put(1, 1));
        assertEquals(LookupTable.PLACES, table.count());
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            List<PanicCard> libraries = libraries(nodes);
            try (Lookup asker = new Lookup(libraries.get(0), new LookupTable()); Lookup _ = new Lookup(libraries.get(1), table)) {
                asker.ask(1);
                asker.ask(3 * LookupTable.PLACES);
                nodes.settle();
                assertEquals(List.of(new LookupAnswer(2, 3 * LookupTable.PLACES, LookupTable.PLACES)), answers(asker));
            }
            libraries.forEach(PanicCard::close);
        }
    }
}
