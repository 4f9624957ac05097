package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who has a device for himself, and what others may then not do. Belongs to the IOP's agent.
 *
 * <p>The architecture names the functions but not what they forbid; the choice here:
 * <ul>
 *   <li>a <em>reservation</em> (DeviceReserve) forbids others the functions of the device's class,
 *   <li>a <em>lock</em> (Lock) forbids others these, and what changes the device: ParamsSet, Claim, DeviceReserve, Lock,
 *   <li>a primary user that has <em>disabled peer service</em> forbids peers the functions of the class, except those that group 0xF006
 *       lists,
 *   <li>a <em>suspended</em> device takes functions of its class from nobody.
 * </ul>
 * What is forbidden is answered with an error before anything was done, DEVICE_LOCKED or INAPPROPRIATE_FUNCTION; for a suspended device
 * with the transport failure "service suspended".
 */
final class Exclusions {
    /** A bus agent and the TID by which the IOP knows its object. */
    private record Owner(int busAgentId, int tid) {
        static Owner of(KernelRequest request) {
            return new Owner(request.sender().id(), request.frame().initiator());
        }
    }

    private final IopKernel kernel;
    private final Claims claims;
    private final Map<Integer, Owner> reservations = new HashMap<>();
    private final Map<Integer, Owner> locks = new HashMap<>();

    Exclusions(IopKernel kernel, Claims claims) {
        this.kernel = kernel;
        this.claims = claims;
    }

    /** DeviceReserve: {@link DetailedStatus#SUCCESS} or why not. */
    int reserve(DeviceSlot slot, KernelRequest request) {
        return take(reservations, slot, request);
    }

    /** DeviceRelease. */
    int endReservation(DeviceSlot slot, KernelRequest request) {
        return giveUp(reservations, slot, request);
    }

    int lock(DeviceSlot slot, KernelRequest request) {
        return take(locks, slot, request);
    }

    /** LockRelease. */
    int endLock(DeviceSlot slot, KernelRequest request) {
        return giveUp(locks, slot, request);
    }

    private int take(Map<Integer, Owner> rights, DeviceSlot slot, KernelRequest request) {
        Owner owner = rights.putIfAbsent(slot.tid(), Owner.of(request));
        settle(slot);
        return owner == null || owner.equals(Owner.of(request)) ? DetailedStatus.SUCCESS : DetailedStatus.DEVICE_LOCKED;
    }

    private int giveUp(Map<Integer, Owner> rights, DeviceSlot slot, KernelRequest request) {
        boolean had = rights.remove(slot.tid(), Owner.of(request));
        settle(slot);
        return had ? DetailedStatus.SUCCESS : DetailedStatus.INAPPROPRIATE_FUNCTION;
    }

    /** Says to the kernel whether requests for a device have to be admitted one by one; after every change of rights. */
    void settle(DeviceSlot slot) {
        slot.restricted(slot.isSuspended() || reservations.containsKey(slot.tid()) || locks.containsKey(slot.tid())
            || isPeerServiceDisabled(slot));
    }

    private boolean isPeerServiceDisabled(DeviceSlot slot) {
        return (claims.primaryFlags(slot.tid()) & ClaimFlags.PEER_SERVICE_DISABLED) != 0;
    }

    /** Whether a utility function passes a lock of somebody else. */
    boolean admitsUtility(DeviceSlot slot, KernelRequest request) {
        return switch (request.frame().function()) {
            case Function.UTIL_PARAMS_SET, Function.UTIL_CLAIM, Function.UTIL_DEVICE_RESERVE -> isOpenTo(locks, slot, request);
            default -> true;
        };
    }

    /** A function of the device's class: true when it may pass; else it is answered here. */
    boolean admits(DeviceSlot slot, KernelRequest request) {
        if (slot.isSuspended()) {
            kernel.counters().increment(Counter.SUSPENDED_REQUESTS);
            kernel.fail(request, FailureCode.SERVICE_SUSPENDED);
            return false;
        }
        int refusal = refusal(slot, request);
        if (refusal != DetailedStatus.SUCCESS) {
            kernel.counters().increment(Counter.EXCLUDED_REQUESTS);
            ExecutiveAnswers.of(request, refusal);
        }
        return refusal == DetailedStatus.SUCCESS;
    }

    private int refusal(DeviceSlot slot, KernelRequest request) {
        if (!isOpenTo(reservations, slot, request) || !isOpenTo(locks, slot, request)) {
            return DetailedStatus.DEVICE_LOCKED;
        }
        boolean shut = isPeer(request.sender()) && isPeerServiceDisabled(slot)
            && !claims.isAuthorized(slot.tid(), request.frame().initiator());
        return shut ? DetailedStatus.INAPPROPRIATE_FUNCTION : DetailedStatus.SUCCESS;
    }

    private static boolean isOpenTo(Map<Integer, Owner> rights, DeviceSlot slot, KernelRequest request) {
        @Nullable Owner owner = rights.get(slot.tid());
        return owner == null || owner.equals(Owner.of(request));
    }

    private boolean isPeer(BusAgent sender) {
        return !sender.isHost() && sender.id() != kernel.busAgent().id();
    }

    /** Ends the rights of objects on other IOPs whose connection has ended. */
    void dropUnconnected() {
        reservations.values().removeIf(this::isGone);
        locks.values().removeIf(this::isGone);
        kernel.directory().devices().forEach(this::settle);
    }

    private boolean isGone(Owner owner) {
        return owner.busAgentId() != BusAgent.HOST_ID && owner.busAgentId() != kernel.busAgent().id()
            && kernel.directory().connection(owner.tid()) == null;
    }

    /** Ends all rights in a device that leaves. */
    void forget(DeviceSlot slot) {
        reservations.remove(slot.tid());
        locks.remove(slot.tid());
    }

    /** Ends all rights and suspensions: reset and clear. */
    void clear() {
        reservations.clear();
        locks.clear();
        for (DeviceSlot slot : kernel.directory().devices()) {
            slot.suspended(false);
            settle(slot);
        }
    }
}
