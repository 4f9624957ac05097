package dev.spine.i2o;

/**
 * Function codes: the top byte of a frame's second word. Any thread.
 *
 * <p>0x00 to 0x1F are utility messages, understood by every TID; 0xA0 to 0xDF belong to the executive; 0xFF is a private message, named by
 * its own pair of codes. All others mean something only together with the class of the target, so their constants carry the class in their
 * name and {@link #name(int, int)} wants to know it.
 *
 * <p>Sources: SIG headers 1.5 (utility, executive), SIG LAN header, IRTOS DDM library header.
 */
public final class Function {
    /** Does nothing; only returns the frame. Never answered. */
    public static final int UTIL_NOP = 0x00;
    /** Aborts one request or a group of requests. */
    public static final int UTIL_ABORT = 0x01;
    /** Modifies parameter groups. */
    public static final int UTIL_PARAMS_SET = 0x05;
    /** Reads parameter groups. */
    public static final int UTIL_PARAMS_GET = 0x06;
    /** Claims a device for the initiator. */
    public static final int UTIL_CLAIM = 0x09;
    /** Gives a claim back. */
    public static final int UTIL_CLAIM_RELEASE = 0x0B;
    /** Reserves a device. */
    public static final int UTIL_DEVICE_RESERVE = 0x0D;
    /** Ends a reservation. */
    public static final int UTIL_DEVICE_RELEASE = 0x0F;
    /** Asks for a page of the configuration dialog. */
    public static final int UTIL_CONFIG_DIALOG = 0x10;
    /** Says which events the initiator wants; answered only by events. */
    public static final int UTIL_EVENT_REGISTER = 0x13;
    /** Acknowledges an event. */
    public static final int UTIL_EVENT_ACKNOWLEDGE = 0x14;
    /** Tells a replier that its reply could not be delivered. */
    public static final int UTIL_REPLY_FAULT_NOTIFY = 0x15;
    /** Locks a device. */
    public static final int UTIL_LOCK = 0x17;
    /** Ends a lock. */
    public static final int UTIL_LOCK_RELEASE = 0x19;

    /** Writes the status block to memory; no reply frame. */
    public static final int EXEC_STATUS_GET = 0xA0;
    /** Initialises the outbound queue; answers by a status word in memory. */
    public static final int EXEC_OUTBOUND_INIT = 0xA1;
    /** Asks for the logical configuration table, at once or when it changes. */
    public static final int EXEC_LCT_NOTIFY = 0xA2;
    /** Gives the IOP the system table. */
    public static final int EXEC_SYS_TAB_SET = 0xA3;
    /** Stores BIOS information in an LCT entry. */
    public static final int EXEC_BIOS_INFO_SET = 0xA5;
    /** Stores the boot device in the LCT header. */
    public static final int EXEC_BOOT_DEVICE_SET = 0xA7;
    /** Asks for the hardware resource table. */
    public static final int EXEC_HRT_GET = 0xA8;
    /** Sends one fragment of a software module to the IOP. */
    public static final int EXEC_SW_DOWNLOAD = 0xA9;
    /** Fetches one fragment of a software module. */
    public static final int EXEC_SW_UPLOAD = 0xAB;
    /** Removes a stored module. */
    public static final int EXEC_SW_REMOVE = 0xAD;
    /** Suspends a DDM. */
    public static final int EXEC_DDM_SUSPEND = 0xAF;
    /** Unloads a DDM instance. */
    public static final int EXEC_DDM_DESTROY = 0xB1;
    /** Reads adapter registers. */
    public static final int EXEC_ADAPTER_READ = 0xB2;
    /** Gives an adapter to a DDM. */
    public static final int EXEC_ADAPTER_ASSIGN = 0xB3;
    /** Takes an adapter back from a DDM. */
    public static final int EXEC_ADAPTER_RELEASE = 0xB5;
    /** Offers a device to a DDM. */
    public static final int EXEC_DEVICE_ASSIGN = 0xB7;
    /** Withdraws a device from a DDM. */
    public static final int EXEC_DEVICE_RELEASE = 0xB9;
    /** Confirms the current configuration. */
    public static final int EXEC_CONFIG_VALIDATE = 0xBB;
    /** Resets the IOP; answers by a status word in memory. */
    public static final int EXEC_IOP_RESET = 0xBD;
    /** Ends external operation; the IOP goes to HOLD. */
    public static final int EXEC_IOP_CLEAR = 0xBE;
    /** Replaces the system table of a running IOP. */
    public static final int EXEC_SYS_MODIFY = 0xC1;
    /** Stops external operation on all paths; the IOP goes to READY. */
    public static final int EXEC_SYS_QUIESCE = 0xC3;
    /** Stops talking to one peer IOP. */
    public static final int EXEC_PATH_QUIESCE = 0xC5;
    /** Stops traffic with one device of a peer IOP. */
    public static final int EXEC_DDM_QUIESCE = 0xC7;
    /** Opens the message connection between two IOPs. */
    public static final int EXEC_IOP_CONNECT = 0xC9;
    /** Connects one device of this IOP with one device of a peer IOP. */
    public static final int EXEC_CONN_SETUP = 0xCA;
    /** Starts external operation; the IOP goes to OPERATIONAL. */
    public static final int EXEC_SYS_ENABLE = 0xD1;
    /** Resumes the path to one peer IOP. */
    public static final int EXEC_PATH_ENABLE = 0xD3;
    /** Resumes traffic with one device of a peer IOP. */
    public static final int EXEC_DDM_ENABLE = 0xD5;
    /** Discards the connections and outstanding messages of one path. */
    public static final int EXEC_PATH_RESET = 0xD7;
    /** Discards the connections and outstanding messages of one device. */
    public static final int EXEC_DDM_RESET = 0xD9;
    /** Creates a static frame. */
    public static final int EXEC_STATIC_MF_CREATE = 0xDD;
    /** Releases a static frame. */
    public static final int EXEC_STATIC_MF_RELEASE = 0xDF;

    /** Block storage: asks whether the device is ready. */
    public static final int BSA_STATUS_CHECK = 0x25;
    /** Block storage: resets the device. */
    public static final int BSA_DEVICE_RESET = 0x27;
    /** Block storage: reads. */
    public static final int BSA_BLOCK_READ = 0x30;
    /** Block storage: writes. */
    public static final int BSA_BLOCK_WRITE = 0x31;
    /** Block storage: writes, and reads back. */
    public static final int BSA_BLOCK_WRITE_VERIFY = 0x33;
    /** Block storage: reads without moving anything. */
    public static final int BSA_MEDIA_VERIFY = 0x35;
    /** Block storage: brings all that was written to the medium itself. */
    public static final int BSA_CACHE_FLUSH = 0x37;
    /** Block storage: loads a medium. */
    public static final int BSA_MEDIA_MOUNT = 0x41;
    /** Block storage: unloads the medium. */
    public static final int BSA_MEDIA_EJECT = 0x43;
    /** Block storage: formats the medium; its layout is not public. */
    public static final int BSA_MEDIA_FORMAT = 0x45;
    /** Block storage: locks the medium in the device. */
    public static final int BSA_MEDIA_LOCK = 0x49;
    /** Block storage: unlocks the medium. */
    public static final int BSA_MEDIA_UNLOCK = 0x4B;
    /** Block storage: changes the power state. */
    public static final int BSA_POWER_MANAGEMENT = 0x70;
    /** Block storage: gives bad blocks another place. */
    public static final int BSA_BLOCK_REASSIGN = 0x71;

    /** SCSI peripheral: resets the device. */
    public static final int SCSI_DEVICE_RESET = 0x27;
    /** SCSI peripheral: carries out a command. */
    public static final int SCSI_SCB_EXEC = 0x81;
    /** SCSI peripheral: aborts a command. */
    public static final int SCSI_SCB_ABORT = 0x83;

    /** Bus adapter: resets the adapter. */
    public static final int HBA_ADAPTER_RESET = 0x85;
    /** Bus adapter: resets the bus. */
    public static final int HBA_BUS_RESET = 0x87;
    /** Bus adapter: looks for devices. */
    public static final int HBA_BUS_SCAN = 0x89;
    /** Bus adapter: stops the bus, or lets it go on. */
    public static final int HBA_BUS_QUIESCE = 0x8B;

    /** LAN: resets the device and returns it to operation. */
    public static final int LAN_RESET = 0x35;
    /** LAN: suspends the device. */
    public static final int LAN_SUSPEND = 0x37;
    /** LAN: sends complete MAC frames. */
    public static final int LAN_PACKET_SEND = 0x3B;
    /** LAN: sends service data units, the device building the MAC header. */
    public static final int LAN_SDU_SEND = 0x3D;
    /** LAN: gives receive buckets to the device. */
    public static final int LAN_RECEIVE_POST = 0x3E;

    /** DDM: an adapter is given to the DDM. */
    public static final int DDM_ADAPTER_ATTACH = 0xE0;
    /** DDM: the adapter's resources changed. */
    public static final int DDM_ADAPTER_RECONFIG = 0xE1;
    /** DDM: the adapter is taken away. */
    public static final int DDM_ADAPTER_RELEASE = 0xE2;
    /** DDM: the adapter resumes. */
    public static final int DDM_ADAPTER_RESUME = 0xE3;
    /** DDM: the adapter is suspended. */
    public static final int DDM_ADAPTER_SUSPEND = 0xE4;
    /** DDM: a device is offered, which the DDM then claims. */
    public static final int DDM_DEVICE_ATTACH = 0xE5;
    /** DDM: a device is withdrawn. */
    public static final int DDM_DEVICE_RELEASE = 0xE6;
    public static final int DDM_DEVICE_RESET = 0xE7;
    /** DDM: a device resumes. */
    public static final int DDM_DEVICE_RESUME = 0xE8;
    /** DDM: a device is suspended. */
    public static final int DDM_DEVICE_SUSPEND = 0xE9;
    /** DDM: reset yourself. */
    public static final int DDM_SELF_RESET = 0xEA;
    /** DDM: resume. */
    public static final int DDM_SELF_RESUME = 0xEB;
    /** DDM: suspend yourself. */
    public static final int DDM_SELF_SUSPEND = 0xEC;
    /** DDM: the system table of a running system changed. */
    public static final int DDM_SYSTEM_CHANGE = 0xED;
    /** DDM: external operation begins. */
    public static final int DDM_SYSTEM_ENABLE = 0xEE;
    /** DDM: external operation ends. */
    public static final int DDM_SYSTEM_HALT = 0xEF;
    /** DDM: the attach phase is finished up to a level. */
    public static final int DDM_ATTACH_COMPLETE = 0xF0;

    /** Peer transport agent: takes the functions of a user. */
    public static final int PTA_SERVICE_ESTABLISH = 0x91;

    /** Peer transport: opens a connection with the transport of another IOP. */
    public static final int PT_CONNECT = 0x84;
    /** Peer transport: gives receive buffers. */
    public static final int PT_POST_RECEIVE = 0x86;
    /** Peer transport: allocates memory of another IOP. */
    public static final int PT_REMOTE_ALLOCATE = 0x88;
    /** Peer transport: frees memory of another IOP. */
    public static final int PT_REMOTE_FREE = 0x89;
    /** Peer transport: tells that data lie in a redirected buffer. */
    public static final int PT_REDIRECT = 0x8A;
    /** Peer transport: asks for a buffer to redirect to. */
    public static final int PT_REDIRECT_ALLOCATE = 0x8B;
    /** Peer transport: gives a redirected buffer back. */
    public static final int PT_REDIRECT_DEALLOCATE = 0x8C;
    /** Peer transport: takes the functions of the agent. */
    public static final int PT_SERVICE_ESTABLISH = 0x92;

    /** Hot-plug controller: turns a slot on. */
    public static final int HPC_SLOT_POWER_ON = 0x90;
    /** Hot-plug controller: turns a slot off. */
    public static final int HPC_SLOT_POWER_OFF = 0x91;
    /** Hot-plug controller: sets the attention indicator of a slot. */
    public static final int HPC_ATTENTION_INDICATE = 0x92;

    /** Runtime class of this project ({@link DeviceClass#RUNTIME}): a small message, 16 words of which 48 bytes are the user's. */
    public static final int SMALL_MESSAGE = 0x81;

    /** A private message: word 4 names organisation and function. */
    public static final int PRIVATE = 0xFF;

    private Function() {
    }

    /**
     * The name of a function that every class shares (utility, executive range, private), else its number.
     *
     * @param function a function code, any value
     * @return for example {@code UTIL_NOP}, or {@code 0x3B} for a code whose meaning depends on the class
     */
    public static String name(int function) {
        if (function == PRIVATE) {
            return "PRIVATE";
        }
        return Names.UTILITY.knows(function) ? Names.UTILITY.name(function) : Names.EXECUTIVE.name(function);
    }

    /**
     * The name of a function sent to an object of a class.
     *
     * @param deviceClass a class code of {@link DeviceClass}
     * @param function a function code, any value
     * @return for example {@code LAN_PACKET_SEND}, or the number in hexadecimal
     */
    public static String name(int deviceClass, int function) {
        CodeNames ofClass = switch (deviceClass) {
            case DeviceClass.DDM -> Names.DDM;
            case DeviceClass.RANDOM_BLOCK_STORAGE -> Names.BSA;
            case DeviceClass.LAN -> Names.LAN;
            case DeviceClass.SCSI_PERIPHERAL -> Names.SCSI;
            case DeviceClass.BUS_ADAPTER -> Names.HBA;
            case DeviceClass.PEER_TRANSPORT_AGENT -> Names.PTA;
            case DeviceClass.PEER_TRANSPORT -> Names.PT;
            case DeviceClass.HOT_PLUG_CONTROLLER -> Names.HPC;
            default -> Names.UTILITY;
        };
        if (ofClass.knows(function)) {
            return ofClass.name(function);
        }
        if (deviceClass == DeviceClass.RUNTIME && function == SMALL_MESSAGE) {
            return "SMALL_MESSAGE";
        }
        return name(function);
    }

    /** Looked up on first use: no agent prints names while it works. */
    private static final class Names {
        static final CodeNames UTILITY = CodeNames.of(Function.class, "UTIL_");
        static final CodeNames EXECUTIVE = CodeNames.of(Function.class, "EXEC_");
        static final CodeNames LAN = CodeNames.of(Function.class, "LAN_");
        static final CodeNames BSA = CodeNames.of(Function.class, "BSA_");
        static final CodeNames SCSI = CodeNames.of(Function.class, "SCSI_");
        static final CodeNames HBA = CodeNames.of(Function.class, "HBA_");
        static final CodeNames DDM = CodeNames.of(Function.class, "DDM_");
        static final CodeNames PTA = CodeNames.of(Function.class, "PTA_");
        static final CodeNames PT = CodeNames.of(Function.class, "PT_");
        static final CodeNames HPC = CodeNames.of(Function.class, "HPC_");
    }
}
