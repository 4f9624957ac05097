package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.LoadPace;
import dev.spine.i2o.MessageFrame;
import dev.spine.measure.GarbageCollection;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sample.BlockUser;
import sample.Collector;
import sample.Offender;
import sample.Relay;
import sample.Tally;

/** What was unloaded is gone, with its classes; what has failed does not touch its neighbours. */
@Tag("SO-13")
class UnloadProofTest {
    private final Card card = new Card();

    @BeforeEach
    void listen() {
        card.listen();
    }

    @AfterEach
    void close() {
        card.close();
    }

    /** The class loader of the code that an instance runs; no strong reference to it stays here. */
    private WeakReference<ClassLoader> loaderOf(int instance) {
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        assertNotNull(loaded);
        return new WeakReference<>(loaded.version().entry().getClass().getClassLoader());
    }

    private static void assertGone(List<WeakReference<ClassLoader>> loaders) {
        assertEquals(0, GarbageCollection.leaves(loaders), "class loaders that are still reachable");
    }

    private void assertNothingIsLeft() {
        assertEquals(0, card.loadedInstances());
        assertEquals(0, card.runtime.memoryInUse());
        assertTrue(card.runtime.card().parts().memory().isWhole()
            && card.runtime.card().parts().deviceMemory().isWhole(), "the free list is one range again");
        assertTrue(card.allFramesAreFree());
        card.engine.advanceTo(card.engine.nowNs() + LoadPace.SOON_NS);
        assertEquals("", card.report(RuntimeProtocol.OWNERS, 7, 0), "and its owner is forgotten, once a failure is");
        card.port.arrive(UdpPacket.to(7000));
        int declined = card.port.declined;
        card.settle();
        assertEquals(declined + 1, card.port.declined, "nobody takes its packets");
    }

    private void unload(int instance) {
        card.unload(instance);
        assertEquals(0, card.replies().getLast().requestStatus());
    }

    @Test
    void theClassesOfAnUnloadedExtensionAreUnreachable() {
        int instance = card.loaded(LoadOptions.ownedBy(7), Tally.class);
        WeakReference<ClassLoader> loader = loaderOf(instance);
        for (int order : new int[] {Tally.ADD, Tally.ADD_LATER, Tally.COPY, Tally.KEEP_ANOTHER}) {
            card.small(instance, 1, order, 1_000_000_000);
        }
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        card.replies();
        unload(instance);
        assertNothingIsLeft();
        assertGone(List.of(loader));
    }

    @Test
    void theClassesOfAFailedExtensionAreUnreachableOnceItIsUnloaded() {
        int instance = card.loaded(LoadOptions.ownedBy(7), Offender.class, Offender.class.getDeclaredClasses());
        WeakReference<ClassLoader> loader = loaderOf(instance);
        card.small(instance, 1, Offender.THROW_WITHOUT_TEXT);
        card.settle();
        assertEquals("failed", card.inspect(instance).state());
        assertEquals(0, card.runtime.memoryInUse(), "what it held went back at once");
        unload(instance);
        assertNothingIsLeft();
        assertGone(List.of(loader));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "restore", "add"})
    void theClassesOfEachVersionAreUnreachableOnceItIsReplacedOrTakenBack(String fail) {
        int instance = card.loaded(LoadOptions.ownedBy(7), Tally.class);
        WeakReference<ClassLoader> first = loaderOf(instance);
        byte[] image = Card.image(Tally.class);
        MessageFrame reply = card.replace(instance, image, LoadOptions.ownedBy(7).with("fail", fail));
        assertEquals(fail.equals("restore"), reply.requestStatus() != 0);
        WeakReference<ClassLoader> second = loaderOf(instance);
        card.small(instance, 1, Tally.ADD);
        card.settle();
        card.engine.advanceTo(card.engine.nowNs() + VersionTrial.NS);
        if (fail.isEmpty()) {
            assertGone(List.of(first));
        } else if (fail.equals("add")) {
            assertGone(List.of(second));
        }
        assertEquals("running", card.inspect(instance).state());
        unload(instance);
        assertNothingIsLeft();
        assertGone(List.of(first, second));
    }

    @Test
    void anExtensionWithADiskLeavesNoClassesBehind() {
        int instance = card.loaded(BlockUser.class);
        WeakReference<ClassLoader> loader = loaderOf(instance);
        card.small(instance, 1, 1, card.diskTid);
        card.settle();
        card.replies();
        unload(instance);
        assertNothingIsLeft();
        assertGone(List.of(loader));
    }

    @Test
    void anImageThatIsRefusedLeavesNoClassesBehind() {
        int instance = card.loaded(Collector.class);
        for (int i = 0; i < 20; i++) {
            assertNotEquals(0, card.load(Card.image(sample.BadStart.class, sample.BadStart.class.getDeclaredClasses())).requestStatus());
        }
        assertEquals(1, card.loadedInstances());
        unload(instance);
        assertNothingIsLeft();
    }

    // --- neighbours

    /** Everything that leaves the card on account of the relay, in order, while somebody else does harm. */
    private static List<String> outputBeside(int offence, long seed) {
        List<String> output = new ArrayList<>();
        Random random = new Random(seed);
        try (Card one = new Card()) {
            one.listen();
            int relay = one.loaded(Relay.class);
            int other = offence < 0 ? 0 : one.loaded(Offender.class, Offender.class.getDeclaredClasses());
            for (int i = 0; i < 200; i++) {
                byte[] packet = UdpPacket.to(7001);
                packet[42] = (byte) random.nextInt();
                one.port.arrive(packet);
                boolean harm = random.nextInt(20) == 0;
                if (other != 0 && harm) {
                    one.small(other, 1, Offender.LEAVE_A_TRANSFER_OPEN);
                    one.small(other, 1, Offender.RELEASE_BEFORE_SUBMIT);
                    one.small(other, 1, offence);
                }
                for (MessageFrame reply : one.replies()) {
                    if (reply.transactionContext() >>> 24 == relay) {
                        output.add("host " + reply.word(4) + ' ' + reply.word(5));
                    }
                }
                one.port.takeHome();
            }
            one.port.sent.forEach(frame -> output.add("wire " + java.util.HexFormat.of().formatHex(frame)));
            if (other != 0) {
                assertEquals("failed", one.inspect(other).state(), "the offender did fail");
                assertTrue(one.runtime.memoryInUse() <= 64, "and holds nothing");
            }
            assertEquals("running", one.inspect(relay).state());
        }
        return output;
    }

    @ParameterizedTest
    @ValueSource(ints = {Offender.THROW_WITHOUT_TEXT, Offender.OVERFLOW_THE_STACK, Offender.SPIN_AND_CATCH, Offender.FILL_THE_HEAP,
        Offender.THROW_WITHOUT_END})
    @Tag("SO-11")
    void theOutputOfANeighbourIsTheSameToTheByteAsWithoutTheOneThatFails(int offence) {
        long seed = Long.getLong("spine.seed", 11);
        List<String> alone = outputBeside(-1, seed);
        List<String> beside = outputBeside(offence, seed);
        assertEquals(212, alone.size(), "200 frames and each 16th told");
        assertArrayEquals(alone.toArray(), beside.toArray(), "seed " + seed);
    }
}
