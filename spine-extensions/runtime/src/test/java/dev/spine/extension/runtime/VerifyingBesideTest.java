package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.AcceptedImages;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.PendingRequests;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.RequestStatus;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import sample.BadStart;
import sample.Collector;
import sample.Idler;
import sample.Offender;
import sample.Tally;
import sample.Trespasser;

/** On the live engine images are judged beside the messages of their card; what its owner asks for next waits, and nothing else does. */
@Isolated("it looks for threads of the process by name")
class VerifyingBesideTest {
    private static final int SEVEN = 7;
    private static final int EIGHT = 8;
    private static final LoadOptions OF_SEVEN = LoadOptions.ownedBy(SEVEN);
    private static final LoadOptions OF_EIGHT = LoadOptions.ownedBy(EIGHT);
    private static final byte[] IDLER = Card.image(Idler.class);
    private static final byte[] TALLY = Card.image(Tally.class);
    private static final byte[] COLLECTOR = Card.image(Collector.class);
    private static final byte[] OFFENDER = Card.image(Offender.class, Offender.class.getDeclaredClasses());

    private final LiveHost host = new LiveHost();

    @AfterEach
    void close() {
        host.close();
    }

    private int loaded(byte[] image, LoadOptions options) {
        LiveHost.Answer answer = host.answer(host.load(image, options));
        assertEquals(RequestStatus.SUCCESS, answer.requestStatus(), answer.text());
        return answer.word();
    }

    private void assertLoaded(int request) {
        LiveHost.Answer answer = host.answer(request);
        assertEquals(RequestStatus.SUCCESS, answer.requestStatus(), answer.text());
    }

    private void awaitUnderWay(int count) {
        host.await(count + " images under way", () -> host.inFlight() == count);
    }

    @Test
    void messagesAndListingsGoOnWhileAnImageIsVerified() {
        int neighbour = loaded(IDLER, OF_EIGHT);
        CountDownLatch latch = host.block();
        int load = host.load(TALLY, OF_SEVEN);
        awaitUnderWay(1);
        for (int i = 0; i < 1_000; i++) {
            host.small(neighbour, 1, i);
        }
        host.await("the neighbour's messages",
            () -> host.on(() -> Objects.requireNonNull(host.runtime.card().table().get(neighbour)).activations()) == 1_000);
        String listing = host.answer(host.list()).text();
        assertTrue(listing.contains("instance=" + neighbour) && !listing.contains("Tally"), listing);
        assertFalse(host.isAnswered(load));
        latch.countDown();
        LiveHost.Answer answer = host.answer(load);
        assertEquals("loaded Tally as instance 2", answer.text());
        assertEquals(2, answer.word());
        assertEquals(0, host.inFlight());
    }

    @Test
    void whatAnOwnerAsksForNextComesAfterItsImageAndOthersDoNotWait() {
        int old = loaded(IDLER, OF_SEVEN);
        CountDownLatch latch = host.block();
        int first = host.load(TALLY, OF_SEVEN);
        int known = host.load(IDLER, OF_SEVEN);
        int unload = host.unload(2, SEVEN);
        int replace = host.replace(old, COLLECTOR, SEVEN);
        int after = host.unload(old, SEVEN);
        int others = loadedWhileBlocked(OF_EIGHT);
        for (int waiting : new int[] {first, known, unload, replace, after}) {
            assertFalse(host.isAnswered(waiting));
        }
        assertEquals(RequestStatus.SUCCESS, host.answer(host.unload(others, EIGHT)).requestStatus());
        latch.countDown();
        for (int done : new int[] {first, known, unload, replace, after}) {
            assertLoaded(done);
        }
        assertEquals("loaded Tally as instance 2", host.answer(first).text());
        assertEquals("loaded Idler as instance 3", host.answer(known).text());
        assertTrue(host.answer(replace).text().startsWith("replaced Idler by Collector as instance 1"), host.answer(replace).text());
        assertNull(host.on(() -> host.runtime.card().table().get(1)));
        assertNull(host.on(() -> host.runtime.card().table().get(2)));
        assertEquals("Idler", host.on(() -> Objects.requireNonNull(host.runtime.card().table().get(3)).name()));
    }

    /** Loads an image that the card knows of an owner, so that nothing has to be judged. */
    private int loadedWhileBlocked(LoadOptions options) {
        host.on(() -> {
            AcceptedImages.Accepted idler = host.runtime.card().loads().accepted().find(SEVEN, IDLER);
            host.runtime.card().loads().accepted().keep(options.owner(), Objects.requireNonNull(idler));
            return true;
        });
        return loaded(IDLER, options);
    }

    @Test
    void theVerdictIsTheSameBesideTheMessagesAndAtOnce() {
        for (byte[] image : new byte[][] {new byte[100], Card.image(BadStart.ThrowingConstructor.class, BadStart.class),
            Card.image(Trespasser.class), TALLY}) {
            String beside = host.answer(host.load(image, OF_SEVEN)).text();
            try (Card card = new Card()) {
                assertEquals(card.verdict(card.load(image, OF_SEVEN)), beside);
            }
        }
    }

    @Test
    void nothingThatIsTiedBeginsWhenItsOwnersConnectionEndsMeanwhile() {
        CountDownLatch latch = host.block();
        int tied = host.load(TALLY, OF_SEVEN.whileConnected());
        int tiedToo = host.load(IDLER, OF_SEVEN.whileConnected());
        int stays = host.load(COLLECTOR, OF_SEVEN);
        awaitUnderWay(1);
        assertEquals(RequestStatus.SUCCESS, host.answer(host.endOwner(SEVEN)).requestStatus());
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, host.answer(tied).requestStatus());
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, host.answer(tiedToo).requestStatus());
        assertFalse(host.isAnswered(stays));
        latch.countDown();
        assertEquals("loaded Collector as instance 1", host.answer(stays).text());
        assertEquals(0, host.inFlight());
        assertNull(host.on(() -> host.runtime.card().table().get(2)));
        assertEquals(1, use(SEVEN, Quota.INSTANCES), "an extension that has not begun counts no more");
    }

    private long use(int owner, Quota quota) {
        return OwnerStatus.parse(host.answer(host.owners(owner)).text()).getFirst().quotas().stream()
            .filter(use -> use.quota() == quota).findFirst().orElseThrow().used();
    }

    @Test
    void aReplacementWhoseInstanceLeavesMeanwhileIsRefused() {
        int instance = loaded(IDLER, OF_SEVEN);
        CountDownLatch latch = host.block();
        int replace = host.replace(instance, TALLY, SEVEN);
        awaitUnderWay(1);
        assertEquals(RequestStatus.SUCCESS, host.answer(host.unload(instance, 0)).requestStatus(), "the node does not wait for a user");
        int next = loadedWhileBlocked(OF_EIGHT);
        assertEquals(instance, next, "the number is somebody else's now");
        latch.countDown();
        assertEquals("refused: there is no such instance that runs", host.answer(replace).text());
        assertEquals("Idler", host.on(() -> Objects.requireNonNull(host.runtime.card().table().get(next)).name()));
        assertFalse(host.answer(host.owners(SEVEN)).text().contains("failed-loads"), "that is no failure of its image");
    }

    @Test
    void aReplacementWhoseInstanceFailsMeanwhileIsRefused() {
        int instance = loaded(OFFENDER, OF_SEVEN);
        CountDownLatch latch = host.block();
        int replace = host.replace(instance, TALLY, SEVEN);
        awaitUnderWay(1);
        host.small(instance, 1, Offender.THROW_WITHOUT_TEXT);
        host.await("its failure", () -> !host.on(() -> Objects.requireNonNull(host.runtime.card().table().get(instance)).isRunning()));
        latch.countDown();
        assertEquals("refused: there is no such instance that runs", host.answer(replace).text());
    }

    @Test
    void afterAResetNothingIsAnsweredOrLoadedOfWhatWasVerified() {
        CountDownLatch latch = host.block();
        int load = host.load(TALLY, OF_SEVEN);
        int waits = host.load(IDLER, OF_SEVEN);
        awaitUnderWay(1);
        host.on(() -> {
            host.kernel.directory().state(IopState.INITIALIZING);
            host.runtime.reset();
            host.kernel.discardTraffic(null);
            host.kernel.directory().state(IopState.OPERATIONAL);
            host.runtime.enable();
            return true;
        });
        assertEquals(0, host.inFlight());
        int after = host.load(COLLECTOR, OF_SEVEN);
        awaitUnderWay(1);
        latch.countDown();
        assertEquals("loaded Collector as instance 1", host.answer(after).text());
        assertFalse(host.isAnswered(load));
        assertFalse(host.isAnswered(waits));
        assertEquals(0, host.inFlight());
        assertEquals(0, host.beside().size());
        assertEquals(0, host.on(() -> host.runtime.card().parts().memory().used()));
        assertEquals(1, use(SEVEN, Quota.INSTANCES));
    }

    @Test
    void whoseImageFindsNoPlaceIsToldToTryAgainAndThatIsNoFailure() {
        CountDownLatch latch = host.block();
        host.fill();
        LiveHost.Answer full = host.answer(host.load(TALLY, OF_SEVEN));
        assertNotEquals(RequestStatus.SUCCESS, full.requestStatus());
        assertEquals(DetailedStatus.DEVICE_BUSY, full.detailedStatus());
        assertEquals("refused: as many images wait to be verified as may: try again in 20 ms", full.text());
        assertFalse(host.answer(host.owners(SEVEN)).text().contains("failed-loads"));
        latch.countDown();
        host.await("room", () -> host.beside().size() == 0);
        assertLoaded(host.load(TALLY, OF_SEVEN));
    }

    @Test
    void onlySoManyRequestsOfAnOwnerWaitAndTheOthersAreToldToTryAgain() {
        CountDownLatch latch = host.block();
        int load = host.load(TALLY, OF_SEVEN);
        int[] waiting = new int[PendingRequests.MAX_OF_OWNER];
        for (int i = 0; i < waiting.length; i++) {
            waiting[i] = host.load(TALLY, OF_SEVEN);
        }
        LiveHost.Answer tooMany = host.answer(host.load(TALLY, OF_SEVEN));
        assertEquals(DetailedStatus.DEVICE_BUSY, tooMany.detailedStatus());
        assertTrue(tooMany.text().matches("refused: as many requests as may wait .*: try again in 20 ms"), tooMany.text());
        assertEquals(DetailedStatus.INSUFFICIENT_RESOURCE_SOFT, host.answer(host.unload(1, SEVEN)).detailedStatus());
        int others = host.load(IDLER, OF_EIGHT);
        awaitUnderWay(2);
        latch.countDown();
        assertLoaded(load);
        for (int request : waiting) {
            assertLoaded(request);
        }
        assertLoaded(others);
    }

    @Test
    void theEngineEndsWhileAnImageIsVerified() throws InterruptedException {
        CountDownLatch latch = host.block();
        host.load(TALLY, OF_SEVEN);
        awaitUnderWay(1);
        Thread closing = Thread.ofPlatform().start(host::close);
        // It waits for threads once it has told them all to end.
        host.await("the end of the engine", () -> closing.getState() == Thread.State.WAITING
            || closing.getState() == Thread.State.TIMED_WAITING);
        latch.countDown();
        closing.join();
        assertFalse(Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals("live beside")));
        assertNull(host.runtime.card().table().get(1), "nobody is there to start it");
    }
}
