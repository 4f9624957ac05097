package dev.spine.iop.engine.live;

import dev.spine.iop.engine.Thrown;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a blocked caller wants from an agent's live thread: a call, once, or a condition that comes to hold. */
abstract class HostRequest {
    private final Thread caller = Thread.currentThread();
    private volatile boolean ended;
    private volatile boolean withdrawn;
    private @Nullable Throwable thrown;

    /** Tries to fulfil the request, on the agent's thread. */
    abstract boolean fulfil();

    /** Tries to fulfil the request; returns whether it needs no further attention. */
    final boolean serve() {
        if (withdrawn) {
            return true;
        }
        boolean fulfilled;
        try {
            fulfilled = fulfil();
        } catch (Throwable e) {
            // It is the caller's code that threw, not the agent's: the caller is told and the agent goes on.
            thrown = e;
            fulfilled = true;
        }
        if (fulfilled) {
            ended = true;
            LockSupport.unpark(caller);
        }
        return fulfilled;
    }

    final boolean hasEnded() {
        return ended;
    }

    final void withdraw() {
        withdrawn = true;
    }

    final void wakeCaller() {
        LockSupport.unpark(caller);
    }

    /** After the end, on the caller's thread. */
    final void rethrow() {
        if (thrown != null) {
            Thrown.rethrow(thrown);
        }
    }

    /** Waits for a condition. */
    static final class Condition extends HostRequest {
        private final BooleanSupplier condition;

        Condition(BooleanSupplier condition) {
            this.condition = condition;
        }

        @Override
        boolean fulfil() {
            return condition.getAsBoolean();
        }
    }

    /** Does something once and then waits for a condition. */
    static final class Begun extends HostRequest {
        private final BooleanSupplier condition;
        private @Nullable Runnable begin;

        Begun(Runnable begin, BooleanSupplier condition) {
            this.begin = begin;
            this.condition = condition;
        }

        @Override
        boolean fulfil() {
            Runnable first = begin;
            if (first != null) {
                begin = null;
                first.run();
            }
            return condition.getAsBoolean();
        }
    }

    /** Makes a call. */
    static final class Call<T extends @Nullable Object> extends HostRequest {
        private final Supplier<T> supplier;
        private @Nullable T result;

        Call(Supplier<T> supplier) {
            this.supplier = supplier;
        }

        @Override
        boolean fulfil() {
            result = supplier.get();
            return true;
        }

        @Nullable T result() {
            return result;
        }
    }
}
