package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.AcceptedImages;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.LoadPace;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaUse;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.sgl.SglElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Collector;
import sample.Offender;
import sample.Tally;

@Tag("SO-03")
@Tag("SS-58")
@Tag("SN-05")
class OwnersTest {
    private static final int SEVEN = 7;
    private static final int EIGHT = 0x8000_0008;

    private final Card card = new Card();

    @BeforeEach
    void listen() {
        card.listen();
    }

    @AfterEach
    void close() {
        card.close();
    }

    private List<Integer> listed(int owner) {
        return InstanceStatus.parse(String.valueOf(card.report(RuntimeProtocol.LIST, owner, 0))).stream().map(InstanceStatus::instance)
            .toList();
    }

    private QuotaUse use(int owner, Quota quota) {
        card.replies();
        return OwnerStatus.parse(String.valueOf(card.report(RuntimeProtocol.OWNERS, owner, 0))).getFirst().quotas().stream()
            .filter(use -> use.quota() == quota).findFirst().orElseThrow();
    }

    private MessageFrame ask(int code, int... arguments) {
        int[] words = new int[1 + arguments.length];
        words[0] = OrganizationId.SPINE << 16 | code;
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        card.post(Function.PRIVATE, 0, words);
        return card.replies().getFirst();
    }

    private void limit(int owner, Quota quota, long most) {
        byte[] text = OwnerLimits.STANDARD.with(quota, most).text();
        card.write(text);
        card.postPrivate(RuntimeProtocol.LIMIT, List.of(owner), List.of(SglElement.Simple.from((int) card.hostMemory.base(), text.length),
            SglElement.Simple.into((int) card.hostMemory.base() + (512 << 10), 4096)));
        MessageFrame reply = card.replies().getFirst();
        assertEquals(0, reply.requestStatus(), () -> card.verdict(reply));
    }

    private int offender(int owner) {
        return card.loaded(LoadOptions.ownedBy(owner), Offender.class, Offender.class.getDeclaredClasses());
    }

    @Test
    void anExtensionReadsWhatItWasTold() {
        int instance = card.loaded(LoadOptions.OF_NODE.with("step", "21").with("note", "k=v; ü"), Tally.class);
        card.small(instance, 1, Tally.ADD);
        card.small(instance, 1, Tally.ADD);
        assertEquals(42, card.order(instance, Tally.ASK));
        assertEquals("k=v; ü", card.inspect(instance).parameters().get("note"));
    }

    @Test
    void parametersThatBreakARuleAreRefusedWithTheRule() {
        byte[] image = Card.image(Tally.class);
        for (String bad : List.of("no line", "=x", "a b=x", "a=1\na=2", "x=" + "y".repeat(2000), "a=\u0001", "n".repeat(65) + "=x")) {
            byte[] text = bad.getBytes(StandardCharsets.UTF_8);
            byte[] all = java.util.Arrays.copyOf(image, image.length + text.length);
            System.arraycopy(text, 0, all, image.length, text.length);
            card.write(all);
            card.postPrivate(RuntimeProtocol.LOAD, List.of(image.length, 0, 0), List.of(
                SglElement.Simple.from((int) card.hostMemory.base(), all.length),
                SglElement.Simple.into((int) card.hostMemory.base() + (512 << 10), 4096)));
            MessageFrame reply = card.replies().getFirst();
            assertNotEquals(0, reply.requestStatus(), bad);
            assertTrue(card.verdict(reply).startsWith("refused: "), card.verdict(reply));
        }
        assertEquals(0, card.loadedInstances());
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    @Tag("SO-12")
    void anOwnerSeesAndReachesItsOwnInstancesOnly() {
        int theirs = card.loaded(LoadOptions.ownedBy(SEVEN), Collector.class);
        int others = card.loaded(LoadOptions.ownedBy(EIGHT), Collector.class);
        assertEquals(List.of(theirs, others), listed(0), "the node sees all");
        assertEquals(List.of(theirs), listed(SEVEN));
        assertEquals(List.of(others), listed(EIGHT));
        assertNotNull(card.report(RuntimeProtocol.INSPECT, theirs, SEVEN));
        assertNull(card.report(RuntimeProtocol.INSPECT, theirs, EIGHT));
        MessageFrame foreign = ask(RuntimeProtocol.UNLOAD, theirs, EIGHT);
        MessageFrame none = ask(RuntimeProtocol.UNLOAD, 99, EIGHT);
        assertNotEquals(0, foreign.requestStatus());
        assertEquals(none.detailedStatus(), foreign.detailedStatus(), "somebody else's instance is answered like none");
        assertEquals(0, ask(RuntimeProtocol.UNLOAD, theirs, SEVEN).requestStatus());
        assertEquals(List.of(others), listed(0));
    }

    @Test
    @Tag("SO-13")
    void whatIsTiedEndsWithItsOwnersConnection() {
        int staying = card.loaded(LoadOptions.ownedBy(SEVEN), Collector.class);
        card.loaded(LoadOptions.ownedBy(SEVEN).whileConnected(), Collector.class);
        card.loaded(LoadOptions.ownedBy(SEVEN).whileConnected(), Tally.class);
        int others = card.loaded(LoadOptions.ownedBy(EIGHT).whileConnected(), Collector.class);
        assertEquals(2, ask(RuntimeProtocol.END_OWNER, SEVEN).word(5));
        assertEquals(List.of(staying, others), listed(0));
        assertEquals(0, ask(RuntimeProtocol.END_OWNER, SEVEN).word(5), "and no more the next time");
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void anOwnerHasOnlySoManyInstances() {
        limit(SEVEN, Quota.INSTANCES, 1);
        card.loaded(LoadOptions.ownedBy(SEVEN), Collector.class);
        MessageFrame reply = card.load(Card.image(Collector.class), LoadOptions.ownedBy(SEVEN));
        assertNotEquals(0, reply.requestStatus());
        assertTrue(card.verdict(reply).contains("owner 7 has as many extensions as it may"), card.verdict(reply));
        card.loaded(LoadOptions.ownedBy(EIGHT), Collector.class);
        assertEquals(1, use(SEVEN, Quota.INSTANCES).refused());
    }

    private OwnerStatus status(int owner) {
        card.replies();
        return OwnerStatus.parse(String.valueOf(card.report(RuntimeProtocol.OWNERS, owner, 0))).getFirst();
    }

    @Test
    void aNumberThatIsSomebodyElsesFromNowOnBeginsAnew() {
        limit(SEVEN, Quota.INSTANCES, 1);
        assertFalse(status(SEVEN).isRemembered());
        int instance = card.loaded(LoadOptions.ownedBy(SEVEN), Collector.class);
        card.load(Card.image(Collector.class), LoadOptions.ownedBy(SEVEN));
        card.unload(instance);
        card.replies();
        assertTrue(status(SEVEN).isRemembered(), "it has failed, and must not escape by leaving");
        limit(SEVEN, Quota.INSTANCES, 2);
        assertEquals(1, status(SEVEN).failedLoads(), "limits alone forget nothing");
        card.engine.advanceTo(card.engine.nowNs() + LoadPace.SOON_NS);
        assertFalse(status(SEVEN).isRemembered());
        assertNotNull(known(SEVEN));
        limit(SEVEN, Quota.INSTANCES, 3);
        assertNull(known(SEVEN), "how long a load takes tells nothing of who had the number before");
        assertEquals(0, status(SEVEN).failedLoads());
        assertEquals(new QuotaUse(Quota.INSTANCES, 0, 3, 0, 0), use(SEVEN, Quota.INSTANCES));
    }

    /** What the card remembers of an image that an owner has loaded. */
    private AcceptedImages.@Nullable Accepted known(int owner) {
        return card.engine.tasks(card.kernel).<AcceptedImages.@Nullable Accepted>call(
            () -> card.runtime.card().loads().accepted().find(owner, Card.image(Collector.class)));
    }

    @Test
    void twoExtensionsOfOneOwnerShareItsTimers() {
        limit(SEVEN, Quota.TIMERS, 3);
        int one = card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        int two = card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        int others = card.loaded(LoadOptions.ownedBy(EIGHT), Tally.class);
        for (int instance : new int[] {one, one, two, two, others}) {
            card.small(instance, 1, Tally.ADD_LATER, 2_000_000_000);
        }
        card.settle();
        assertEquals(new QuotaUse(Quota.TIMERS, 3, 3, 1, 3), use(SEVEN, Quota.TIMERS));
        assertEquals(1, use(EIGHT, Quota.TIMERS).used());
        card.unload(one);
        card.replies();
        assertEquals(1, use(SEVEN, Quota.TIMERS).used());
    }

    @Test
    void howeverManyTimersSomeOwnersHaveTheNextOneGetsSome() {
        try (Card many = new Card(new InstanceLimits(512, 512, 288, 32, 2_000))) {
            for (int owner = 1; owner <= 8; owner++) {
                ExtensionInstance instance = many.runtime.card().table().get(many.loaded(LoadOptions.ownedBy(owner), Tally.class));
                int set = many.engine.tasks(many.kernel).call(() -> {
                    int count = 0;
                    while (instance.context().timer(1_000_000_000_000L, 1, count)) {
                        count++;
                    }
                    return count;
                });
                assertTrue(set >= 1_024 >> owner + 1 && set <= 256, "owner " + owner + " has " + set);
            }
            ExtensionInstance ofNode = many.runtime.card().table().get(many.loaded(Tally.class));
            assertTrue(many.engine.tasks(many.kernel).call(() -> ofNode.context().timer(1_000_000_000_000L, 1, 1)));
        }
    }

    @Test
    @Tag("SS-24")
    void twoExtensionsOfOneOwnerShareItsMemoryAndBuffers() {
        limit(SEVEN, Quota.MEMORY, 6 * 64);
        int one = offender(SEVEN);
        int two = offender(SEVEN);
        int others = offender(EIGHT);
        assertEquals(6, card.order(one, Offender.ALLOCATE_ALL));
        assertEquals(0, card.order(two, Offender.ALLOCATE_ALL), "nothing is left of its owner's");
        assertEquals(32, card.order(others, Offender.ALLOCATE_ALL), "the other owner has its own");
        card.unload(one);
        card.replies();
        assertEquals(6, card.order(two, Offender.ALLOCATE_ALL));
        card.unload(two);
        card.replies();
        limit(SEVEN, Quota.BUFFERS, 4);
        assertEquals(4, card.order(offender(SEVEN), Offender.ALLOCATE_ALL));
    }

    @Test
    void handlersAreBoundedTogether() {
        limit(SEVEN, Quota.HANDLERS, 20);
        int one = offender(SEVEN);
        int two = offender(SEVEN);
        assertEquals(14, card.order(one, Offender.FILTER_WITHOUT_END), "each has three already");
        assertEquals(0, card.order(two, Offender.FILTER_WITHOUT_END));
    }

    @Test
    void messagesInASecondAreBoundedTogether() {
        limit(SEVEN, Quota.MESSAGES_PER_SECOND, 10);
        int one = offender(SEVEN);
        card.small(one, 1, Offender.FILL_THE_QUEUE);
        card.settle();
        QuotaUse use = use(SEVEN, Quota.MESSAGES_PER_SECOND);
        assertEquals(10, use.peak());
        assertTrue(use.refused() > 0);
        card.settle();
        assertEquals(1, card.order(one, Offender.TIMER_AT_THE_END_OF_TIME), "the next second has its own");
    }

    @Test
    void fuelInASecondIsBoundedTogetherAndNeighboursRunOn() {
        limit(SEVEN, Quota.FUEL_PER_SECOND, 500_000);
        int one = card.loaded(LoadOptions.ownedBy(SEVEN), sample.Worker.class);
        int others = card.loaded(LoadOptions.ownedBy(EIGHT), Tally.class);
        for (int i = 0; i < 6; i++) {
            card.small(one, 1, 30_000);
            card.small(others, 1, Tally.ADD);
        }
        card.engine.advanceTo(card.engine.nowNs() + 900_000_000);
        assertTrue(card.replies().size() < 6, "the rest waits for the next seconds");
        assertEquals(6, card.inspect(others).number("activations"), "the neighbour does not wait");
        assertTrue(use(SEVEN, Quota.FUEL_PER_SECOND).refused() > 0);
        card.settle();
        card.settle();
        card.replies();
        assertEquals(6, card.inspect(one).number("activations"), "and none is lost");
    }

    @Test
    void whatIsAllocatedInASecondIsBoundedTogetherAlsoIfNothingIsKept() {
        limit(SEVEN, Quota.ALLOCATION_PER_SECOND, 1 << 20);
        int one = card.loaded(LoadOptions.ownedBy(SEVEN), Offender.class);
        int others = card.loaded(LoadOptions.ownedBy(EIGHT), Tally.class);
        for (int i = 0; i < 6; i++) {
            card.small(one, 1, Offender.ALLOCATE_AND_FORGET);
            card.small(others, 1, Tally.ADD);
        }
        card.engine.advanceTo(card.engine.nowNs() + 900_000_000);
        assertTrue(card.inspect(one).number("activations") < 6, "the rest waits for the next seconds");
        assertEquals(6, card.inspect(others).number("activations"), "the neighbour does not wait");
        assertTrue(use(SEVEN, Quota.ALLOCATION_PER_SECOND).refused() > 0);
        card.settle();
        card.settle();
        card.settle();
        card.replies();
        assertEquals(6, card.inspect(one).number("activations"), "and none is lost");
    }

    @Test
    void transfersInASecondAreBoundedTogether() {
        limit(SEVEN, Quota.DMA_PER_SECOND, 512);
        int one = card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        for (int i = 0; i < 5; i++) {
            card.small(one, 1, Tally.COPY);
        }
        card.engine.advanceTo(card.engine.nowNs() + 1_000_000);
        card.settle();
        assertTrue(use(SEVEN, Quota.DMA_PER_SECOND).peak() <= 512);
        assertTrue(card.order(one, Tally.ASK_COPIES) < 5);
    }

    @Test
    void anOwnersExtensionsHoldOnlySoMuchHeapTogether() {
        limit(SEVEN, Quota.HEAP, 10L << 20);
        int one = offender(SEVEN);
        int two = offender(SEVEN);
        int others = offender(EIGHT);
        for (int i = 0; i < 7; i++) {
            card.order(one, Offender.HOLD_MORE);
            card.order(others, Offender.HOLD_MORE);
        }
        boolean stopped = false;
        for (int i = 0; i < 7 && !stopped; i++) {
            card.small(two, 1, Offender.HOLD_MORE);
            card.replies();
            stopped = card.inspect(two).state().equals("failed");
        }
        assertTrue(stopped, "the extension that goes beyond it is stopped");
        assertTrue(card.inspect(two).failure().contains("the other extensions of its owner"), card.inspect(two).failure());
        assertEquals("running", card.inspect(one).state());
        assertEquals("running", card.inspect(others).state());
    }

    @Test
    void aListingThatHasNoRoomGoesOnWhereItEnded() {
        for (int i = 0; i < 6; i++) {
            card.loaded(Collector.class);
        }
        int next = 0;
        int seen = 0;
        do {
            card.postPrivate(RuntimeProtocol.LIST, List.of(0, next), List.of(
                SglElement.Simple.into((int) card.hostMemory.base() + (512 << 10), 2000)));
            MessageFrame reply = card.replies().getFirst();
            seen += InstanceStatus.parse(card.verdict(reply)).size();
            next = reply.word(5);
        } while (next != 0);
        assertEquals(6, seen);
    }

    @Test
    void whatAFailedExtensionWasDoingCanBeInspected() {
        int bad = offender(SEVEN);
        card.small(bad, 1, Offender.SPIN);
        card.settle();
        InstanceStatus status = card.inspect(bad);
        assertEquals("failed", status.state());
        assertTrue(status.failure().contains("units of fuel"), status.failure());
        assertTrue(status.stack().getFirst().startsWith("Offender.spin(Offender.java:"), status.stack().toString());
        assertTrue(status.kept().contains("field held = ArrayList of 0"), status.kept().toString());
        assertTrue(status.kept().stream().anyMatch(line -> line.startsWith("message SMALL, words 10 ")), status.kept().toString());
    }

    @Test
    void aResetForgetsOwnersAndWhatTheyHad() {
        limit(SEVEN, Quota.TIMERS, 3);
        card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        card.reset();
        card.listen();
        assertEquals("", card.report(RuntimeProtocol.OWNERS, 0, 0));
        assertEquals(0, card.loadedInstances());
    }
}
