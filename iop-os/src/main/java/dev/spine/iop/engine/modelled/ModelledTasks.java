package dev.spine.iop.engine.modelled;

import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Blocking code on the modelled engine, for one agent. */
final class ModelledTasks implements Tasks {
    private final ModelledEngine engine;
    private final ModelledContext host;

    ModelledTasks(ModelledEngine engine, ModelledContext host) {
        this.engine = engine;
        this.host = host;
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        ModelledCaller caller = engine.enter("await of " + what);
        try {
            caller.waitFor(what, condition);
            // It is evaluated again when the caller goes on: what held at the end of a step may have been undone by another caller.
            while (!engine.holds(caller)) {
                host.waiting.add(caller);
                try {
                    caller.pause("await of " + what);
                } finally {
                    host.waiting.remove(caller);
                }
                caller.rethrow();
            }
            caller.rethrow();
        } finally {
            engine.leave();
        }
    }

    @Override
    public boolean awaitFor(String what, BooleanSupplier condition, long limitNs) {
        long endPs = engine.nowPs() + limitNs * VirtualTime.PS_PER_NS;
        boolean[] holds = new boolean[1];
        try {
            await(what, () -> {
                holds[0] = condition.getAsBoolean();
                return holds[0] || engine.nowPs() >= endPs;
            });
        } catch (AwaitFailedException _) {
            return false;
        }
        return holds[0];
    }

    // The result of a supplier that may return null is null only when T admits it, and has the supplier's type.
    @SuppressWarnings({"NullAway", "unchecked"})
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> onHostAgent) {
        ModelledCaller caller = engine.enter("call");
        try {
            engine.changedBy(caller);
            ModelledCall call = ModelledCall.of(host, caller, onHostAgent);
            caller.waitFor("the end of a call", () -> false);
            engine.enter(call, Math.max(caller.clockPs(), engine.nowPs()));
            caller.pause("call");
            caller.rethrow();
            return (T) call.result();
        } finally {
            engine.leave();
        }
    }

    @Override
    public RunningTask spawn(String name, Runnable task) {
        ModelledCaller caller = engine.enter("spawn of task '" + name + "'");
        try {
            engine.changedBy(caller);
            return engine.spawn(host.node(), name, task, Math.max(caller.clockPs(), engine.nowPs()));
        } finally {
            engine.leave();
        }
    }
}
