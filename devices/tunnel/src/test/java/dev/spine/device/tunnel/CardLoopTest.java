package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a card's thread waits in its tunnels. */
class CardLoopTest {
    private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int TRIES = 10_000;

    private final CardLoop loop = new CardLoop();

    @AfterEach
    void close() {
        loop.close();
    }

    private boolean looksAround() {
        return loop.looksAround(System.nanoTime());
    }

    /** Waits for something that is there already. It may take long all the same, when the machine has other work. */
    private void hearSoon() {
        for (int i = 0; i < TRIES && !looksAround(); i++) {
            loop.wake();
            loop.await(WAIT_NS);
        }
    }

    private void hearLate() {
        loop.await(WAIT_NS);
        loop.wake();
        loop.await(WAIT_NS);
    }

    @Test
    void looksAroundWhileWhatItWaitsForComesSoon() {
        assertFalse(looksAround(), "at first");
        hearSoon();
        assertTrue(looksAround(), "something has come soon");
        hearLate();
        hearLate();
        assertFalse(looksAround(), "nothing has come soon, twice");
    }

    @Test
    void whatComesSoonButAlwaysBehindTheLookIsSeldomLookedFor() {
        LookHistory history = new LookHistory();
        int looks = 0;
        for (int i = 0; i < 1_000; i++) {
            boolean looked = history.isWorthWhile();
            looks += looked ? 1 : 0;
            history.woken(looked, CardLoop.LOOK_NS * 3 / 2);
        }
        assertTrue(looks > 50 && looks < 200, "looked around in " + looks + " of 1,000 waits");
        while (!history.isWorthWhile()) {
            history.woken(false, CardLoop.LOOK_NS * 3 / 2);
        }
        for (int i = 0; i < 10; i++) {
            history.found();
            history.woken(true, CardLoop.LOOK_NS * 3 / 2);
            assertTrue(history.isWorthWhile(), "once for nothing");
        }
        history.woken(true, 100 * CardLoop.LOOK_NS);
        assertFalse(history.isWorthWhile(), "twice");
        history.woken(false, 100 * CardLoop.LOOK_NS);
        assertFalse(history.isWorthWhile(), "late");
        history.woken(false, CardLoop.LOOK_NS);
        history.woken(false, CardLoop.LOOK_NS);
        assertTrue(history.isWorthWhile(), "soon, twice, after looks that found something");
    }

    @Test
    void aWakeEndsOneWait() throws InterruptedException {
        Thread other = Thread.ofPlatform().unstarted(loop::wake);
        other.start();
        // Woken before or while it waits: either way, the next wait is not.
        loop.await(TimeUnit.SECONDS.toNanos(60));
        other.join();
        loop.await(0);
        long begin = System.nanoTime();
        loop.await(20 * WAIT_NS);

        assertTrue(System.nanoTime() - begin >= 10 * WAIT_NS, "the second wait lasts");
    }
}
