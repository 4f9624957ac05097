package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.LogicalConfigurationTable.Entry;
import dev.spine.iop.bus.Region;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the logical configuration table of one IOP and tells which devices have come and gone.
 *
 * <p>It reads the table anew when the executive reports an event of it, and, if it was set so, keeps a request standing that the IOP
 * answers at the next change. Several changes at once are one reading. Host agent's thread only.
 *
 * <p>Source: I2O 1.5, ExecLctNotify with the last change indicator that the host has seen; Linux 2.6 keeps such a request standing.
 */
final class ConfigurationWatch {
    private static final int ALL_CLASSES = -1;
    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private final IopControl control;
    private final IopDriver driver;
    private final HostMemory memory;
    private final List<ConfigurationListener> listeners;
    private final ConfigurationWatching watching;
    private @Nullable LogicalConfigurationTable known;
    private @Nullable Region standingBuffer;
    private boolean standing;
    private boolean reading;
    private boolean readAgain;
    /** Counts the lives of the IOP, so that an answer for an earlier one is not taken for the present. */
    private int life;

    ConfigurationWatch(IopControl control, HostMemory memory, List<ConfigurationListener> listeners, ConfigurationWatching watching) {
        this.control = control;
        this.driver = control.driver();
        this.memory = memory;
        this.listeners = listeners;
        this.watching = watching;
    }

    /** The IOP is in operation with this table. */
    void begin(LogicalConfigurationTable table) {
        known = table;
        life++;
        reading = false;
        readAgain = false;
        if (watching == ConfigurationWatching.STANDING_REQUEST) {
            stand(table.changeIndicator() + 1);
        }
    }

    /** The IOP is out of operation. */
    void end() {
        known = null;
        life++;
    }

    /** Something may have changed: reads the table. */
    void refresh() {
        if (known == null) {
            return;
        }
        if (reading) {
            readAgain = true;
            return;
        }
        reading = true;
        int now = life;
        control.lctNotify().whenDone(pending -> {
            if (now != life) {
                return;
            }
            reading = false;
            if (pending.failure() == null) {
                compare(pending.get());
            }
            if (readAgain && known != null) {
                readAgain = false;
                refresh();
            }
        });
    }

    private void compare(LogicalConfigurationTable table) {
        LogicalConfigurationTable before = known;
        known = table;
        if (before == null || table.isCut()) {
            return;
        }
        Map<Integer, Entry> had = new HashMap<>();
        before.entries().forEach(entry -> had.put(entry.localTid(), entry));
        for (Entry entry : table.entries()) {
            Entry old = had.remove(entry.localTid());
            if (old != null && !isSame(old, entry)) {
                notifyGone(old);
            }
            if (old == null || !isSame(old, entry)) {
                listenersNow().forEach(listener -> listener.onArrived(driver, entry));
            }
        }
        before.entries().stream().filter(entry -> had.containsKey(entry.localTid())).forEach(this::notifyGone);
    }

    private static boolean isSame(Entry one, Entry other) {
        return one.classId().equals(other.classId()) && one.identityTag().equals(other.identityTag());
    }

    private void notifyGone(Entry entry) {
        listenersNow().forEach(listener -> listener.onGone(driver, entry));
    }

    private List<ConfigurationListener> listenersNow() {
        return List.copyOf(listeners);
    }

    /** Posts the request that is answered at the next change; tried again at the next event if there is no frame. */
    private void stand(int indicator) {
        Region buffer = standingBuffer;
        if (standing) {
            return;
        }
        if (buffer == null) {
            buffer = memory.allocate("configuration of " + driver.name(), ControlBuffers.BYTES);
            standingBuffer = buffer;
        }
        Request message = new ExecLctNotify(ALL_CLASSES, indicator, List.of(Simple.into((int) buffer.base(), ControlBuffers.BYTES)));
        int now = life;
        Region table = buffer;
        OutgoingRequest request = driver.open(Tid.EXECUTIVE, message.kind().function(), message.sizeWords(), 0, new ReplyHandler() {
            @Override
            public void onReply(MessageFrame reply) {
                standing = false;
                if (now == life && reply.requestStatus() == RequestStatus.SUCCESS) {
                    LogicalConfigurationTable read = LogicalConfigurationTable.parse(table.memory(), 0, ControlBuffers.BYTES);
                    control.learn(read);
                    compare(read);
                    stand(read.changeIndicator() + 1);
                }
            }

            @Override
            public void onFailure(RequestFailure why) {
                standing = false;
            }
        });
        if (request != null) {
            standing = true;
            message.emit(request.frame(), Header.fromHost(Tid.EXECUTIVE, request.context(), 0));
            request.post(FOR_EVER);
        }
    }
}
