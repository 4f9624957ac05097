package dev.spine.i2o.message;

/**
 * What the first word of event data says, per event. See {@link EventIndicator}. Any thread.
 *
 * <p>Source: I2O 1.5 events; SIG utility and executive headers.
 */
public final class EventData {
    /** {@link EventIndicator#STATE_CHANGE}, of every object. */
    public static final class StateChange {
        /** It works. */
        public static final int NORMAL = 0x00;
        public static final int SUSPENDED = 0x01;
        /** It starts again. */
        public static final int RESTART = 0x02;
        /** It cannot be used but may recover. */
        public static final int NOT_AVAILABLE_RECOVERABLE = 0x03;
        /** It cannot be used and will not recover. */
        public static final int NOT_AVAILABLE = 0x04;
        /** It wants to be left alone. */
        public static final int QUIESCE_REQUEST = 0x05;
        public static final int FAILED = 0x10;
        /** Its hardware failed. */
        public static final int FAULTED = 0x11;

        private StateChange() {
        }
    }

    /** {@link EventIndicator#GENERAL_WARNING}. */
    public static final class GeneralWarning {
        /** All is well again. */
        public static final int NORMAL = 0x00;
        /** More errors than a threshold. */
        public static final int ERROR_THRESHOLD = 0x01;
        /** The medium is faulty. */
        public static final int MEDIA_FAULT = 0x02;

        private GeneralWarning() {
        }
    }

    /** {@link EventIndicator#CAPABILITY_CHANGE}. */
    public static final class CapabilityChange {
        /** Something else. */
        public static final int OTHER = 0x01;
        /** A capability changed. */
        public static final int CHANGED = 0x02;

        private CapabilityChange() {
        }
    }

    /** {@link EventIndicator#DEVICE_STATE}. */
    public static final class DeviceState {
        public static final int SENSOR_STATE_CHANGED = 0x01;

        private DeviceState() {
        }
    }

    /** {@link EventIndicator#EXEC_RESOURCE_LIMIT}: bits. */
    public static final class ResourceLimit {
        /** Little memory is left. */
        public static final int LOW_MEMORY = 0x01;
        /** Few inbound frames are left. */
        public static final int INBOUND_POOL_LOW = 0x02;
        /** Few outbound frames are left. */
        public static final int OUTBOUND_POOL_LOW = 0x04;

        private ResourceLimit() {
        }
    }

    /** {@link EventIndicator#EXEC_CONNECTION_FAIL}. */
    public static final class ConnectionFail {
        /** The peer responds again. */
        public static final int RESPONDS = 0x00;
        /** The peer does not respond. */
        public static final int NOT_RESPONDING = 0x01;
        /** The peer has no free frame. */
        public static final int NO_AVAILABLE_FRAMES = 0x02;

        private ConnectionFail() {
        }
    }

    /** {@link EventIndicator#EXEC_RESET_PENDING}. */
    public static final class ResetPending {
        /** Power fails. */
        public static final int POWER_LOSS = 0x01;
        /** A module did what it must not. */
        public static final int CODE_VIOLATION = 0x02;

        private ResetPending() {
        }
    }

    /** {@link EventIndicator#EXEC_RESET_IMMINENT}. */
    public static final class ResetImminent {
        /** Nobody knows why. */
        public static final int UNKNOWN_CAUSE = 0x00;
        /** Power fails. */
        public static final int POWER_LOSS = 0x01;
        /** A module did what it must not. */
        public static final int CODE_VIOLATION = 0x02;
        public static final int PARITY_ERROR = 0x03;
        /** An exception in a module. */
        public static final int CODE_EXCEPTION = 0x04;
        /** A module did not return. */
        public static final int WATCHDOG_TIMEOUT = 0x05;

        private ResetImminent() {
        }
    }

    /** {@link EventIndicator#EXEC_HARDWARE_FAIL}. */
    public static final class HardwareFail {
        /** Nobody knows what. */
        public static final int UNKNOWN_CAUSE = 0x00;
        /** The processor. */
        public static final int CPU_FAILURE = 0x01;
        /** Memory. */
        public static final int MEMORY_FAULT = 0x02;
        /** A DMA engine. */
        public static final int DMA_FAILURE = 0x03;
        /** The bus. */
        public static final int IO_BUS_FAILURE = 0x04;

        private HardwareFail() {
        }
    }

    /** {@link EventIndicator#EXEC_DDM_AVAILABILITY}: the code in [15:12], above the TID. */
    public static final class DdmAvailability {
        /** The DDM responds. */
        public static final int RESPONDS = 0x00;
        /** It has too much to do. */
        public static final int CONGESTED = 0x01;
        /** It does not respond. */
        public static final int NOT_RESPONDING = 0x02;
        /** It touched what is not its own. */
        public static final int PROTECTION_VIOLATION = 0x03;
        /** It did what it must not. */
        public static final int CODE_VIOLATION = 0x04;

        private DdmAvailability() {
        }
    }


    private EventData() {
    }
}
