package dev.spine.i2o.param;

/**
 * What the numbers in {@link GenericGroups#SENSORS} mean. Any thread.
 *
 * <p>Source: I2O 1.5 generic parameter groups; SIG message header.
 */
public final class SensorCodes {
    /** What the sensor is on: the field Component. */
    public static final class Component {
        /** Something else. */
        public static final int OTHER = 0x00;
        /** The main board. */
        public static final int LOGIC_BOARD = 0x01;
        /** The processor. */
        public static final int CPU = 0x02;
        /** The case. */
        public static final int CHASSIS = 0x03;
        public static final int POWER_SUPPLY = 0x04;
        public static final int STORAGE = 0x05;
        /** Something outside. */
        public static final int EXTERNAL = 0x06;

        private Component() {
        }
    }

    /** The field SensorClass. */
    public static final class SensorClass {
        /** It reads a number. */
        public static final int ANALOG = 0x00;
        /** It reads yes or no. */
        public static final int DIGITAL = 0x01;

        private SensorClass() {
        }
    }

    /** What it measures: the field SensorType. */
    public static final class SensorType {
        /** Something else. */
        public static final int OTHER = 0x00;
        /** Temperature. */
        public static final int THERMAL = 0x01;
        /** Direct voltage. */
        public static final int DC_VOLTAGE = 0x02;
        /** Alternating voltage. */
        public static final int AC_VOLTAGE = 0x03;
        /** Direct current. */
        public static final int DC_CURRENT = 0x04;
        /** Alternating current. */
        public static final int AC_CURRENT = 0x05;
        /** Whether a door is open. */
        public static final int DOOR_OPEN = 0x06;
        /** Whether a fan turns. */
        public static final int FAN_OPERATIONAL = 0x07;

        private SensorType() {
        }
    }

    /** The field SensorState. */
    public static final class SensorState {
        /** As it should be. */
        public static final int NORMAL = 0x00;
        /** Not as it should be. */
        public static final int ABNORMAL = 0x01;
        public static final int UNKNOWN = 0x02;
        /** So low that damage threatens. */
        public static final int LOW_CATASTROPHIC = 0x03;
        public static final int LOW = 0x04;
        /** Nearly low. */
        public static final int LOW_WARNING = 0x05;
        /** Nearly high. */
        public static final int HIGH_WARNING = 0x06;
        public static final int HIGH = 0x07;
        /** So high that damage threatens. */
        public static final int HIGH_CATASTROPHIC = 0x08;

        private SensorState() {
        }
    }

    /** When it reports: bits of the field EventEnable. */
    public static final class EventEnable {
        /** With every change of state. */
        public static final int STATE_CHANGE = 0x01;
        /** When it falls so low that damage threatens. */
        public static final int LOW_CATASTROPHIC = 0x02;
        /** When it falls low. */
        public static final int LOW_READING = 0x04;
        /** When it falls nearly low. */
        public static final int LOW_WARNING = 0x08;
        /** When it is normal again. */
        public static final int CHANGE_TO_NORMAL = 0x10;
        /** When it rises nearly high. */
        public static final int HIGH_WARNING = 0x20;
        /** When it rises high. */
        public static final int HIGH_READING = 0x40;
        /** When it rises so high that damage threatens. */
        public static final int HIGH_CATASTROPHIC = 0x80;

        private EventEnable() {
        }
    }


    private SensorCodes() {
    }
}
