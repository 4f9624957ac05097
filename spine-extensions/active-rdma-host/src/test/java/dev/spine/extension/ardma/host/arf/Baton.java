package dev.spine.extension.ardma.host.arf;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads of which one runs at a time; chance says which is next, so a seed says all. */
final class Baton {
    private final SplittableRandom random;
    private final List<Integer> alive = new ArrayList<>();
    private int turn;

    Baton(SplittableRandom random) {
        this.random = random;
    }

    /** Gives it away, and waits until it is back. */
    synchronized void pass(int own) {
        turn = alive.get(random.nextInt(alive.size()));
        notifyAll();
        await(own);
    }

    private synchronized void await(int own) {
        try {
            while (turn != own) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void leave(int own) {
        alive.removeIf(each -> each == own);
        turn = alive.isEmpty() ? -1 : alive.getFirst();
        notifyAll();
    }

    /** Runs tasks until all have ended. */
    void run(List<Callable<Void>> tasks) throws InterruptedException, ExecutionException {
        for (int i = 0; i < tasks.size(); i++) {
            alive.add(i);
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < tasks.size(); i++) {
                int own = i;
                all.add(threads.submit(() -> {
                    await(own);
                    try {
                        return tasks.get(own).call();
                    } finally {
                        leave(own);
                    }
                }));
            }
            for (Future<Void> each : all) {
                each.get();
            }
        }
    }
}
