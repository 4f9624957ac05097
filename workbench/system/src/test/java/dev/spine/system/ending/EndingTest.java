package dev.spine.system.ending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told, taken away and halted, and in which order; a process in its own right is the matter of AlwaysEndsTest. */
@Timeout(60)
class EndingTest {
    private static final int CODE = 143;
    private static final long FOR_EVER_MS = TimeUnit.DAYS.toMillis(1);

    private final CompletableFuture<Integer> exited = new CompletableFuture<>();
    private final CompletableFuture<Integer> halted = new CompletableFuture<>();
    private final List<String> closed = Collections.synchronizedList(new ArrayList<>());

    private Ending ending(long orderMs) {
        Ending ending = new Ending(new Ending.Limits(orderMs, 2_000, 0), exited::complete, halted::complete);
        ending.start();
        return ending;
    }

    private AutoCloseable thing(String name) {
        return () -> closed.add(name);
    }

    @Test
    void processInWhichNobodyWatchesEndsAtOnceAndTakesAwayWhatMustNotStay() {
        Ending ending = ending(FOR_EVER_MS);
        ending.keep(thing("first"));
        ending.keep(thing("second"));
        ending.request(CODE);
        assertEquals(CODE, exited.join());
        assertEquals(List.of("second", "first"), closed);
        assertFalse(halted.isDone());
    }

    @Test
    void commandThatWatchesIsToldAndEndsInOrder() {
        Ending ending = ending(FOR_EVER_MS);
        List<String> notified = new ArrayList<>();
        try (Interruption interruption = Interruption.watch(ending)) {
            interruption.opens(() -> thing("socket"));
            interruption.atLast(thing("disks"));
            interruption.calls(() -> notified.add("before"));
            assertFalse(interruption.isRequested());
            assertEquals(7, interruption.exitCode(7));
            ending.request(CODE);
            ending.request(130);
            interruption.calls(() -> notified.add("after"));
            assertTrue(interruption.isRequested());
            assertEquals(CODE, interruption.exitCode(7), "the first request counts");
            assertEquals(List.of(), closed, "it is the command's to close");
        }
        assertEquals(List.of("before", "after"), notified);
        assertEquals(List.of("socket"), closed);
        assertFalse(exited.isDone() || halted.isDone());
    }

    @Test
    void requestBeforeTheCommandWatchesIsNotLost() {
        Ending ending = ending(FOR_EVER_MS);
        try (Interruption first = Interruption.watch(ending)) {
            ending.request(CODE);
            try (Interruption second = Interruption.watch(ending)) {
                assertTrue(first.isRequested() && second.isRequested());
            }
        }
    }

    @Test
    void commandThatDoesNotEndIsHaltedWithoutWhatItHolds() {
        Ending ending = ending(20);
        Interruption hangs = Interruption.watch(ending);
        hangs.opens(() -> thing("socket"));
        hangs.opens(() -> () -> new CountDownLatch(1).await());
        hangs.opens(() -> thing("lock"));
        hangs.atLast(thing("disks"));
        ending.request(CODE);
        assertEquals(CODE, halted.join());
        assertEquals(List.of("disks", "lock", "socket"), closed, "what hangs keeps nobody");
    }

    @Test
    void orderToEndHasTheSameLimit() {
        Ending ending = ending(20);
        Interruption hangs = Interruption.watch(ending);
        hangs.opens(() -> thing("socket"));
        hangs.limit();
        assertEquals(1, halted.join());
        assertEquals(List.of("socket"), closed);
        assertFalse(hangs.isRequested());
    }

    @Test
    void nothingIsOpenedBehindTheEnd() throws Exception {
        Ending ending = ending(20);
        Interruption hangs = Interruption.watch(ending);
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch opened = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> hangs.<AutoCloseable, RuntimeException>opens(() -> {
            opening.countDown();
            try {
                halted.get(100, TimeUnit.MILLISECONDS);
            } catch (Exception e) {
                // It is as long as that on its way when all is taken away.
                closed.add("opened");
            }
            return thing("closed");
        }));
        opening.await();
        ending.request(CODE);
        assertEquals(CODE, halted.join());
        assertEquals(List.of("opened", "closed"), closed, "who was opening is waited for");
        Thread late = Thread.ofVirtual().start(() -> {
            hangs.opens(() -> thing("too late"));
            opened.countDown();
        });
        Thread comes = Thread.ofVirtual().start(() -> Interruption.watch(ending).opens(() -> thing("too late")));
        assertFalse(opened.await(50, TimeUnit.MILLISECONDS));
        late.interrupt();
        comes.interrupt();
        assertEquals(List.of("opened", "closed"), closed);
    }

    @Test
    void whatWasClosedInOrderIsClosedOnceMoreOnlyByItsOwner() {
        Ending ending = ending(FOR_EVER_MS);
        try (Interruption interruption = Interruption.watch(ending)) {
            interruption.opens(() -> thing("socket"));
        }
        ending.request(CODE);
        assertEquals(CODE, exited.join());
        assertEquals(List.of("socket"), closed);
    }

    @Test
    void commandsOfATestAreNotHalted() {
        Ending notBegun = new Ending(new Ending.Limits(1, 1, 0), exited::complete, halted::complete);
        try (Interruption interruption = Interruption.watch(notBegun)) {
            interruption.limit();
            assertFalse(interruption.isRequested());
        }
        assertFalse(halted.isDone());
    }
}
