package dev.spine.i2o.param;

/**
 * What the numbers of the hot-plug controller class mean. Any thread.
 *
 * <p>Source: I2O 2.0 hot-plug controller class; SIG hot-plug header.
 */
public final class HotPlugCodes {
    /** The field BusType. */
    public static final class BusType {
        public static final int PCI = 4;

        private BusType() {
        }
    }

    /** The field SlotState. */
    public static final class SlotState {
        /** Its power is off. */
        public static final int OFF = 0;
        /** Its power is on. */
        public static final int ON = 1;

        private SlotState() {
        }
    }

    /** The field AttnIndicator, and what the message sets. */
    public static final class Attention {
        public static final int NORMAL = 0;
        public static final int ATTENTION = 1;

        private Attention() {
        }
    }

    /** The field CardPower. */
    public static final class CardPower {
        /** There is no card. */
        public static final int ABSENT = 0;
        /** A card with little power. */
        public static final int LOW = 1;
        /** A card with medium power. */
        public static final int MEDIUM = 2;
        /** A card with much power. */
        public static final int HIGH = 3;

        private CardPower() {
        }
    }

    /** The field SlotFrequency. */
    public static final class SlotFrequency {
        public static final int UNKNOWN = 0;
        /** 33 MHz. */
        public static final int PCI_33 = 1;
        /** 66 MHz. */
        public static final int PCI_66 = 2;
        public static final int PCI_X = 3;

        private SlotFrequency() {
        }
    }

    /** The field Interlock. */
    public static final class Interlock {
        public static final int OPEN = 0;
        public static final int CLOSED = 1;

        private Interlock() {
        }
    }

    /** Event indicators. */
    public static final class Event {
        /** A card came or went. */
        public static final int PRESENCE = 0x1;
        /** Power failed. */
        public static final int POWER_FAIL = 0x2;
        /** The button was pushed. */
        public static final int PUSH_BUTTON = 0x4;
        /** The interlock moved. */
        public static final int INTERLOCK = 0x8;

        private Event() {
        }
    }

    /** Detailed status. */
    public static final class Status {
        /** Power failed. */
        public static final int POWER_FAIL = 1;
        /** The card does not bear the frequency. */
        public static final int WRONG_FREQUENCY = 2;
        /** There is not enough power. */
        public static final int INSUFFICIENT_POWER = 3;
        /** Something else. */
        public static final int GENERAL = 4;

        private Status() {
        }
    }


    private HotPlugCodes() {
    }
}
