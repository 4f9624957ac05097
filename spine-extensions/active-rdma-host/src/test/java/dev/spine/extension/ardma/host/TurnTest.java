package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked for under one token ends by itself. */
@Tag("AR-14")
@Timeout(60)
class TurnTest {
    private final Turn turn = new Turn();

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void itsEndWaitsForWhatIsUnderWay() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean hasEnded = new AtomicBoolean();
        CompletableFuture<String> under = CompletableFuture.supplyAsync(() -> turn.run(() -> {
            begun.countDown();
            await(goOn);
            hasEnded.set(true);
            return "done";
        }));
        await(begun);
        AtomicBoolean sawEnd = new AtomicBoolean();
        Thread ending = Thread.ofPlatform().start(() -> {
            turn.end();
            sawEnd.set(hasEnded.get());
        });
        while (ending.isAlive() && ending.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertTrue(ending.isAlive(), "it waits");
        assertFalse(turn.isDone());
        goOn.countDown();
        assertEquals("done", under.join());
        ending.join();
        assertTrue(sawEnd.get());
        assertEquals(ArdmaProtocol.NO_SESSION, assertThrows(ArdmaException.class, () -> turn.run(() -> 1)).status());
    }

    @Test
    void whatHadNoAnswerMayBeDoneLateSoItCannotBeEndedHere() {
        assertThrows(ArdmaException.class, () -> turn.run(() -> {
            throw new ArdmaException("a write", ArdmaProtocol.OUT_OF_BOUNDS);
        }));
        turn.end();
        assertTrue(turn.isDone());

        Turn other = new Turn();
        assertThrows(ArdmaException.class, () -> other.run(() -> {
            throw new ArdmaException("a write", ArdmaProtocol.NO_ANSWER);
        }));
        assertEquals(ArdmaProtocol.NO_ANSWER, assertThrows(ArdmaException.class, other::end).status());
        assertFalse(other.isDone());

        Turn interrupted = new Turn();
        assertThrows(IllegalStateException.class, () -> interrupted.run(() -> {
            throw new IllegalStateException("of the thread");
        }));
        assertThrows(ArdmaException.class, interrupted::end);
    }

    @Test
    void aTokenIsNobodyElsesUntilItIsDone() {
        Connection connection = new Connection(0, 1, -1);
        Set<Long> tokens = new HashSet<>();
        for (int i = 0; i < 255; i++) {
            assertTrue(tokens.add(connection.token()));
        }
        assertThrows(ArdmaException.class, connection::token);
        long one = tokens.iterator().next();
        Turn its = Objects.requireNonNull(connection.turn(one));
        its.close();
        assertEquals(one, connection.token());
        assertFalse(Objects.requireNonNull(connection.turn(one)).isDone());
    }
}
