package dev.spine.i2o.message.peer;

/**
 * What the numbers in messages and groups of the peer services mean. Any thread.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 */
public final class PeerCodes {
    /** From where memory can be used. */
    public static final class AccessAttribute {
        /** From its IOP only. */
        public static final int PRIVATE = 0;
        /** From the system. */
        public static final int SYSTEM = 1;
        /** From the adapters of its IOP. */
        public static final int LOCAL_ADAPTERS = 2;
        /** From all adapters. */
        public static final int ALL_ADAPTERS = 3;
        /** From one bus. */
        public static final int BUS_SPECIFIC = 4;

        private AccessAttribute() {
        }
    }

    /** What can happen behind the cache: bits. */
    public static final class CacheAttribute {
        /** Others may read. */
        public static final int EXTERNAL_READ_SAFE = 1;
        /** Others may write. */
        public static final int EXTERNAL_WRITE_SAFE = 2;

        private CacheAttribute() {
        }
    }

    /** How a redirection is told. */
    public static final class RedirectFlags {
        /** By an indication. */
        public static final int INDICATE = 0x4000_0000;
        /** By a call. */
        public static final int CALLBACK = 0x8000_0000;

        private RedirectFlags() {
        }
    }

    /** What a redirected buffer is: bits. */
    public static final class BufferFlags {
        /** Its address has 64 bits. */
        public static final int ADDRESS_64_BIT = 1;
        /** Somebody else stands for it. */
        public static final int PROXY = 2;

        private BufferFlags() {
        }
    }

    /** The field QoS. */
    public static final class QualityOfService {
        /** Data may be lost. */
        public static final int DATAGRAM = 1;
        /** Data arrive. */
        public static final int GUARANTEED = 2;

        private QualityOfService() {
        }
    }

    /** The field MediaType. */
    public static final class MediaType {
        public static final int NONE = 0;
        public static final int PCI = 1;
        /** Something else. */
        public static final int OTHER = 0xFFFF_FFFF;

        private MediaType() {
        }
    }

    /** The field SegmentType. */
    public static final class SegmentType {
        /** All share the medium. */
        public static final int SHARED = 0;
        /** The medium has segments. */
        public static final int SEGMENTED = 1;

        private SegmentType() {
        }
    }

    /** The field State of a connection. */
    public static final class ConnectState {
        /** It works. */
        public static final int ACTIVE = 0;
        /** It failed. */
        public static final int FAULTED = 1;
        /** It does not work now. */
        public static final int NOT_ACTIVE = 2;
        /** It stands by. */
        public static final int STANDBY = 3;

        private ConnectState() {
        }
    }

    /** The first word of a data unit. */
    public static final class Service {
        /** Deliver the data. */
        public static final int DELIVER = 0;

        private Service() {
        }
    }

    /** Event indicators; data: unit in [15:0], IOP in [27:16]. */
    public static final class Event {
        /** The link went down. */
        public static final int LINK_DOWN = 0x1;
        /** The link came up. */
        public static final int LINK_UP = 0x2;

        private Event() {
        }
    }


    private PeerCodes() {
    }
}
