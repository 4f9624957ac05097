package dev.spine.perf.benchmarks.wire;

import org.jspecify.annotations.Nullable;

/** A path whose packets are carried by one thread on processor 1. */
abstract class Bridge implements Path {
    /** How long a bridge sleeps at most before it looks whether it is to end, milliseconds. */
    static final int LOOK_MS = 20;
    static final int CARRIER = 1;

    private final String name;
    private final String letter;
    private volatile boolean running;
    private @Nullable Thread thread;

    /** A bridge whose interfaces have a letter of their own. */
    Bridge(String name, String letter) {
        this.name = name;
        this.letter = letter;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String entry() {
        return letter + "a";
    }

    @Override
    public final String exit() {
        return letter + "b";
    }

    final boolean isRunning() {
        return running;
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            Native.pin(CARRIER);
            carry();
        });
    }

    /** Carries packets until {@link #isRunning} is false. */
    abstract void carry();

    @Override
    public void stop() {
        running = false;
        Thread carrier = thread;
        if (carrier != null) {
            try {
                carrier.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread = null;
        }
    }
}
