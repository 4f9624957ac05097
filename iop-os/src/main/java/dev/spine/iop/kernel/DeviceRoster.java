package dev.spine.iop.kernel;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The device modules of an IOP: which have work of their own, how they come and go. Belongs to the IOP's agent. */
public final class DeviceRoster {
    private final IopParts parts;
    private final IopDirectory directory;
    private final List<DeviceSlot> destroyed = new ArrayList<>();
    /** The modules that have work of their own; those that only answer need no turn. */
    private DeviceModule[] workers = {};
    private Consumer<DeviceSlot> leave = _ -> { };
    /** Modules that were replaced because their thread was given up. */
    private final List<DeviceModule> replaced = new ArrayList<>();
    private boolean halted;

    DeviceRoster(IopParts parts) {
        this.parts = parts;
        this.directory = parts.directory();
    }

    DeviceModule[] workers() {
        return workers;
    }

    /** Attaches the module of a slot that is in the table; on a card in operation it takes part at once. */
    void install(DeviceSlot slot) {
        DeviceModule module = slot.module();
        if (hasWorkOfItsOwn(module)) {
            workers = Arrays.copyOf(workers, workers.length + 1);
            workers[workers.length - 1] = module;
        }
        module.attach(new SlotContext(parts, slot));
        directory.changed(slot);
        if (directory.state() == IopState.OPERATIONAL) {
            module.enable();
        }
    }

    /** Whether a module has its own {@link DeviceModule#doWork}: asked once, so that idle turns cost nothing in every cycle. */
    private static boolean hasWorkOfItsOwn(DeviceModule module) {
        try {
            return !module.getClass().getMethod("doWork", int.class).getDeclaringClass().equals(DeviceModule.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(module + " is no device module", e);
        }
    }

    /**
     * Resets one device and answers all requests for it as terminated by their target, those of its event queue too.
     *
     * @param slot the device
     * @return how many requests were answered
     */
    public int terminate(DeviceSlot slot) {
        slot.module().reset();
        slot.hold(false);
        List<KernelRequest> ended = new ArrayList<>();
        parts.ports().forEachInWork(request -> {
            // What is still in the event queue has not been delivered; it is taken below.
            if (request.frame().target() == slot.tid() && request.isDelivered()) {
                ended.add(request);
            }
        });
        RequestQueue deferred = slot.eventQueue().takeIf(_ -> true);
        for (KernelRequest request = deferred.take(); request != null; request = deferred.take()) {
            ended.add(request);
        }
        for (KernelRequest request : ended) {
            parts.counters().increment(Counter.TERMINATED_REQUESTS);
            request.abort(RequestStatus.PROCESS_ABORT_DIRTY, DetailedStatus.DEVICE_RESET);
        }
        return ended.size();
    }

    /**
     * Answers the requests in a device's event queue that an initiator aborts.
     *
     * @param slot the device
     * @param selection which
     * @return how many transactions they were
     */
    public int abortDeferred(DeviceSlot slot, AbortSelection selection) {
        DeviceModule module = slot.module();
        RequestQueue aborted = slot.eventQueue().takeIf(request -> module.selectsWaiting(selection, request));
        int count = 0;
        for (KernelRequest request = aborted.take(); request != null; request = aborted.take()) {
            count += module.abortWaiting(request);
        }
        return count;
    }

    /** The card's thread was given up: modules that it may still be in are replaced, and none but the executive has a turn. */
    void halt() {
        halted = true;
        for (DeviceSlot slot : directory.devices()) {
            DeviceModule before = slot.module();
            DeviceModule next = before.renewed();
            if (next != before) {
                replaced.add(before);
                slot.module(next);
                next.attach(new SlotContext(parts, slot));
            }
        }
        workers = directory.devices().stream().filter(slot -> slot.tid() == Tid.EXECUTIVE).map(DeviceSlot::module)
            .toArray(DeviceModule[]::new);
    }

    /** {@return whether the IOP has failed because its thread was given up, and was not reset since} */
    public boolean isHalted() {
        return halted;
    }

    /** Brings back what {@link #destroy} took away, and the turns of modules whose thread was given up: part of a reset. */
    public void reload() {
        if (halted) {
            halted = false;
            workers = directory.devices().stream().map(DeviceSlot::module).filter(DeviceRoster::hasWorkOfItsOwn)
                .toArray(DeviceModule[]::new);
        }
        List<DeviceSlot> back = List.copyOf(destroyed);
        destroyed.clear();
        for (DeviceSlot slot : back) {
            if (directory.device(slot.tid()) == null) {
                directory.put(slot);
                install(slot);
            } else {
                install(directory.add(slot.module()));
            }
        }
    }

    /** The thread that was given up has ended. */
    void threadEnded() {
        List<DeviceModule> all = List.copyOf(replaced);
        replaced.clear();
        all.forEach(DeviceModule::threadEnded);
    }

    /**
     * Takes a device off the card: its requests are answered as terminated, its entry leaves the configuration table, and messages to its
     * TID find nobody.
     *
     * @param slot the device, not the executive
     */
    public void remove(DeviceSlot slot) {
        terminate(slot);
        DeviceModule module = slot.module();
        module.detach();
        workers = Arrays.stream(workers).filter(other -> other != module).toArray(DeviceModule[]::new);
        directory.remove(slot.tid());
        leave.accept(slot);
        directory.removed();
    }

    /**
     * Says who clears up after devices that leave.
     *
     * @param clearing is told of each slot that has left, before its TID can be another's
     */
    public void onLeave(Consumer<DeviceSlot> clearing) {
        leave = clearing;
    }

    /**
     * As {@link #remove}, but the device comes back when the card is reset and its modules are loaded anew.
     *
     * @param slot the device, not the executive
     */
    public void destroy(DeviceSlot slot) {
        remove(slot);
        destroyed.add(slot);
    }
}
