package dev.spine.i2o;

/**
 * Class codes: what kind of object a TID is. 12 bits of a {@link ClassId}. Any thread.
 *
 * <p>The codes up to 0x0B0 are the SIG's; those from {@link #DISPLAY} on are this project's own and mean something only together with
 * {@link OrganizationId#SPINE}.
 *
 * <p>Sources: SIG headers 1.5; 0x0A0 and later from the 2.0 headers.
 */
public final class DeviceClass {
    /** The executive of an IOP. */
    public static final int EXECUTIVE = 0x000;
    /** A device driver module. */
    public static final int DDM = 0x001;
    public static final int RANDOM_BLOCK_STORAGE = 0x010;
    public static final int SEQUENTIAL_STORAGE = 0x011;
    /** LAN port. */
    public static final int LAN = 0x020;
    /** WAN port. */
    public static final int WAN = 0x030;
    public static final int FIBRE_CHANNEL_PORT = 0x040;
    public static final int FIBRE_CHANNEL_PERIPHERAL = 0x041;
    public static final int SCSI_PERIPHERAL = 0x051;
    public static final int ATE_PORT = 0x060;
    public static final int ATE_PERIPHERAL = 0x061;
    public static final int FLOPPY_CONTROLLER = 0x070;
    public static final int FLOPPY_DEVICE = 0x071;
    /** Bus adapter port. */
    public static final int BUS_ADAPTER = 0x080;
    public static final int PEER_TRANSPORT_AGENT = 0x090;
    public static final int PEER_TRANSPORT = 0x091;
    /** 2.0: remote unit management. */
    public static final int REMOTE_UNIT_MANAGEMENT = 0x0A0;
    /** 2.0: remote transport. */
    public static final int REMOTE_TRANSPORT = 0x0A1;
    /** 2.0: hot-plug controller. */
    public static final int HOT_PLUG_CONTROLLER = 0x0B0;
    /** This project's display: a frame buffer with rectangles. Unregistered. */
    public static final int DISPLAY = 0x100;
    /** This project's extension runtime on an IOP. Unregistered. */
    public static final int RUNTIME = 0x101;
    /** Matches any class in a request for matching objects; never the class of an object. */
    public static final int ANY = 0xFFF;

    private DeviceClass() {
    }

    /**
     * The name of a class, for people.
     *
     * @param deviceClass a class code, any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int deviceClass) {
        return Names.ALL.name(deviceClass);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(DeviceClass.class);
    }
}
