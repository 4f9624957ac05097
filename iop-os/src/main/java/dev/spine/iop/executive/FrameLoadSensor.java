package dev.spine.iop.executive;

import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.SensorCodes;
import dev.spine.i2o.unit.QueuePair;

/**
 * The one sensor that an IOP of software has: how many of its host's inbound frames hold messages, in percent. Its row of group 0xF200
 * names the thresholds, with hysteresis; the host enables the reports that it wants by LIST_SET of EventEnable, and gets DEVICE_STATE when
 * the state changes. Belongs to the IOP's agent.
 *
 * <p>Source: I2O 1.5 generic parameter groups, sensors; what it measures is this project's own.
 */
final class FrameLoadSensor implements GroupValues {
    private static final int EVERY_EVENT = 0xFF;
    private static final int PERCENT = 100;
    /** What takes the state one step up, and what takes it back. */
    private static final int[] UP = {75, 87, 100};
    private static final int[] DOWN = {50, 75, 95};
    private static final int[] STATES = {SensorCodes.SensorState.NORMAL, SensorCodes.SensorState.HIGH_WARNING, SensorCodes.SensorState.HIGH,
        SensorCodes.SensorState.HIGH_CATASTROPHIC};
    private static final int[] EVENTS = {SensorCodes.EventEnable.CHANGE_TO_NORMAL, SensorCodes.EventEnable.HIGH_WARNING,
        SensorCodes.EventEnable.HIGH_READING, SensorCodes.EventEnable.HIGH_CATASTROPHIC};
    private static final int EVENT_ENABLE = GenericGroups.SENSORS.indexOf("EventEnable");

    private final QueuePair inbound;
    private final EventRegistry events;
    private int level;
    private int enabled;
    /** How many frames the IOP had when this looked last; -1 before it has looked. */
    private int seenOwned = -1;

    FrameLoadSensor(QueuePair inbound, EventRegistry events) {
        this.inbound = inbound;
        this.events = events;
    }

    private int reading(int owned) {
        return owned * PERCENT / inbound.frameCount();
    }

    /** Looks at the frames; returns 1 when the state has changed. */
    int look() {
        // It is looked at in every cycle, and nearly always nothing has changed.
        int owned = inbound.ownedByTarget();
        if (owned == seenOwned) {
            return 0;
        }
        seenOwned = owned;
        int reading = reading(owned);
        int before = level;
        while (level < UP.length && reading >= UP[level]) {
            level++;
        }
        while (level > 0 && reading < DOWN[level - 1]) {
            level--;
        }
        if (level == before) {
            return 0;
        }
        if ((enabled & (SensorCodes.EventEnable.STATE_CHANGE | EVENTS[level])) != 0) {
            events.report(Tid.EXECUTIVE, EventIndicator.DEVICE_STATE, EventData.DeviceState.SENSOR_STATE_CHANGED);
        }
        return 1;
    }

    /** Nobody has enabled a report: reset. */
    void reset() {
        enabled = 0;
        level = 0;
        seenOwned = -1;
    }

    @Override
    public FieldValue read(int row, int field) {
        return FieldValue.number(switch (GenericGroups.SENSORS.fields().get(field).name()) {
            case "Component" -> SensorCodes.Component.LOGIC_BOARD;
            case "SensorClass" -> SensorCodes.SensorClass.ANALOG;
            case "SensorType" -> SensorCodes.SensorType.OTHER;
            case "ActualReading" -> reading(inbound.ownedByTarget());
            case "HiWarn2NormThreshold" -> DOWN[0];
            case "Norm2HiWarnThreshold" -> UP[0];
            case "High2HiWarnThreshold" -> DOWN[1];
            case "HiWarn2HighThreshold" -> UP[1];
            case "HiCat2HighThreshold" -> DOWN[2];
            case "Hi2HiCatThreshold" -> UP[2];
            case "MaximumReading" -> PERCENT;
            case "SensorState" -> STATES[level];
            case "EventEnable" -> enabled;
            default -> 0;
        });
    }

    @Override
    public boolean isWritable(int field) {
        return field == EVENT_ENABLE;
    }

    @Override
    public int write(int row, int field, FieldValue value) {
        if ((value.number() & ~EVERY_EVENT) != 0) {
            return BlockStatus.OPERATION_ERROR;
        }
        enabled = (int) value.number();
        return BlockStatus.SUCCESS;
    }
}
