package dev.spine.iop.kernel;

import dev.spine.i2o.IopState;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.BusAgent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an IOP knows of itself: its state, its devices, its connections. Belongs to the IOP's agent. */
public interface IopDirectory {
    /** {@return the IOP's name in the system file} */
    String iopName();

    /** {@return the state of I2O 1.5, section IOP states} */
    IopState state();

    /**
     * Enters a state. Devices are told by the executive, not by this.
     *
     * @param state the new state
     */
    void state(IopState state);

    /** {@return the IOP_ID that the host assigned, 0 before} */
    int iopId();

    /**
     * Records the identity that the system table gives.
     *
     * @param iopId 12 bits
     * @param hostUnitId 16 bits
     */
    void identity(int iopId, int hostUnitId);

    /** {@return the HostUnitID that the host assigned, 0 before} */
    int hostUnitId();

    /** {@return the bytes of the host's pages, of which page lists in its requests are made; 0 before it has said so} */
    int hostPageBytes();

    /**
     * Notes what the host has said of its pages.
     *
     * @param bytes of a page; a reader of lists checks whether that can be
     */
    void hostPageBytes(int bytes);

    /** {@return the messaging unit} */
    MessagingUnit unit();

    /** {@return all devices in order of TID, the executive first} */
    List<DeviceSlot> devices();

    /** {@return the adapters that devices control, numbered from 1 in the order in which they were named} */
    List<HardwareResourceTable.Entry> adapters();

    /**
     * {@return the device at a TID, or null}
     *
     * @param tid 0 to 0xFFF
     */
    @Nullable DeviceSlot device(int tid);

    /** {@return the external connection table in order of alias} */
    List<AliasEntry> connections();

    /**
     * {@return the connection behind an alias TID, or null}
     *
     * @param alias 0 to 0xFFF
     */
    @Nullable AliasEntry connection(int alias);

    /** {@return a TID for a new alias, or 0xFFF when all are in use; it stays free until {@link #connect}} */
    int allocateAlias();

    /**
     * Enters a connection.
     *
     * @param entry the row
     */
    void connect(AliasEntry entry);

    /**
     * Removes a connection; messages to its alias are answered as for an unknown target. Requests of the remote object that are in work are
     * aborted, and its claims are released; replies that come later have nowhere to go and are counted as stray.
     *
     * @param alias the row's alias
     */
    void disconnect(int alias);

    /** {@return which ways to other IOPs the host has stopped} */
    PathControl paths();

    /** {@return the table's change indicator, at least 1} */
    int changeIndicator();

    /**
     * A device's entry has changed: raises the change indicator and marks the entry.
     *
     * @param slot the device
     */
    void changed(DeviceSlot slot);

    /**
     * A port for a queue pair of this IOP's unit, to be given to {@link #open}.
     *
     * @param queuePair of which this IOP is the target
     * @param sender the bus agent at the other end
     * @return the port
     */
    InboundPort port(QueuePair queuePair, BusAgent sender);

    /**
     * Adds an inbound queue pair that the kernel polls from now on.
     *
     * @param port the queue pair and its sender
     */
    void open(InboundPort port);

    /**
     * Stops polling a queue pair; frames in it are lost with it.
     *
     * @param port what was opened
     */
    void close(InboundPort port);
}
