package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.UtilEventRegister;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who on the host is notified of which events of the objects of one IOP.
 *
 * <p>An IOP keeps one registration per object and initiator, and a later one takes the place of an earlier one. All users on a host are one
 * initiator, so their masks are joined here and each event goes to those who want it. Host agent's thread only.
 *
 * <p>Source: I2O 1.5 utility messages, EventRegister.
 */
final class DeviceEvents {
    private static final int EVENT_INDICATOR_WORD = 4;

    private record Entry(int mask, IopEventListener listener) {}

    /** The one registration with an object. */
    private final class Registration implements ReplyHandler {
        final int tid;
        final int context;
        final List<Entry> entries = new ArrayList<>();

        Registration(int tid) {
            this.tid = tid;
            this.context = driver.standingContext(this);
        }

        int mask() {
            return entries.stream().mapToInt(Entry::mask).reduce(0, (all, mask) -> all | mask);
        }

        @Override
        public void onReply(MessageFrame reply) {
            int indicator = reply.wordOrZero(EVENT_INDICATOR_WORD);
            for (Entry entry : List.copyOf(entries)) {
                if ((entry.mask() & indicator) != 0) {
                    entry.listener().onEvent(driver, indicator, reply);
                }
            }
        }
    }

    private final IopDriver driver;
    private final Watch watch;
    private final long frameNs;
    private final Map<Integer, Registration> registrations = new HashMap<>();

    DeviceEvents(IopDriver driver, Watch watch, long frameNs) {
        this.driver = driver;
        this.watch = watch;
        this.frameNs = frameNs;
    }

    /** Adds a listener for the events of an object; done when the registration has been posted. */
    Pending<Boolean> listen(int tid, int mask, IopEventListener listener) {
        Registration registration = registrations.computeIfAbsent(tid, Registration::new);
        registration.entries.removeIf(entry -> entry.listener() == listener);
        registration.entries.add(new Entry(mask, listener));
        return register(registration);
    }

    /** Takes a listener away; without one left the registration ends. */
    Pending<Boolean> ignore(int tid, IopEventListener listener) {
        Registration registration = registrations.get(tid);
        if (registration == null || !registration.entries.removeIf(entry -> entry.listener() == listener)) {
            return Pending.of(Boolean.TRUE);
        }
        return register(registration).map(posted -> {
            if (registration.entries.isEmpty() && registrations.remove(tid, registration)) {
                driver.release(registration.context);
            }
            return posted;
        });
    }

    private Pending<Boolean> register(Registration registration) {
        return watch.until("a free message frame", frameNs, () -> {
            if (registrations.get(registration.tid) != registration) {
                // The IOP was reset meanwhile and has forgotten everything.
                return true;
            }
            UtilEventRegister message = new UtilEventRegister(registration.mask());
            OutgoingRequest request =
                driver.openStanding(registration.tid, message.kind().function(), message.sizeWords(), 0, registration.context);
            if (request == null) {
                return false;
            }
            message.emit(request.frame(), Header.fromHost(registration.tid, registration.context, 0));
            request.post();
            return true;
        });
    }

    /** Forgets everything, after the IOP has. Listeners listen again when the IOP is back. */
    void forget() {
        registrations.values().forEach(registration -> driver.release(registration.context));
        registrations.clear();
    }
}
