package dev.spine.iop.engine;

/**
 * The operations of a processor that cost modelled time. Any thread.
 *
 * <p>Costs are charged by name where the work is done ({@code context.charge(Op.PARSE_FRAME)}). The live engine charges nothing. What an
 * operation costs is the units of code that it runs, which were counted ({@link #isCounted}), times the cycles that a processor takes for
 * a unit; of what a machine does by itself, and of the systems of its time, a machine profile gives the cycles.
 */
public enum Op {
    /** Finding out that there is work, and choosing what: once per step. */
    POLL,
    /** Coming to one source of work in a turn, which may be a queue pair or a module of the card; an IOP, a driver or a program. */
    POLL_SOURCE,
    /** A LAN port's own look: link, ended transfers, replies that are due, arrivals. On the host: its driver's, for what waits. */
    POLL_LAN,
    /** A disk's own look: ended transfers and operations, jobs that rest, time limits. */
    POLL_DISK,
    /** A display's own look: ended transfers, windows that change. */
    POLL_DISPLAY,
    /** The executive's own look: registers, resources, changes, events, notices. */
    POLL_EXECUTIVE,
    /** The own look of the runtime of extensions: transfers, timers, messages, answers of devices, trials. */
    POLL_RUNTIME,
    /** The own look of a module that works with other IOPs: at its peers, at a stream, at what waits for an answer, each. */
    POLL_PEER,
    /** Copying a posted frame into the private scratch and checking its header. */
    PARSE_FRAME,
    /** Finding the target of a frame by TID and calling its module. */
    DISPATCH,
    /** Checking that a request of another IOP came by a connection. */
    PEER_REQUEST,
    /** Checking a reply, and its module's handling of it. */
    PEER_REPLY,
    /** Building one request or reply frame. */
    BUILD_FRAME,
    /** One read of a device register over the bus: beside its own cycles the processor stalls for the round trip, in cycles of the bus. */
    REGISTER_READ,
    /** One posted write of a device register over the bus: what the processor's write buffer takes. */
    REGISTER_WRITE,
    /** One 32-bit word written into a peer's memory by the processor. */
    FRAME_WORD_WRITE,
    /** Reading or writing one scatter-gather element. */
    SGL_ELEMENT,
    /** A LAN port's handling of one request, without the buffers that it names. */
    LAN_REQUEST,
    /** One bucket at a LAN port: it is posted, and it is filled, each. On the host: it is given back, and it is posted, each. */
    LAN_BUCKET,
    /** One received packet at a LAN port: its transfer has ended, and a reply names it, each. On the host: it is taken from a reply. */
    LAN_RECEIVED,
    /** One packet to send at a LAN port: a request names it, and a reply does, each. On the host: and it is given to the driver. */
    LAN_SENT,
    /** Making one request for blocks, for the disk's driver on the host or for a module of a card. */
    BLOCK_REQUEST,
    /** One request at a disk: it is taken, and it is read and checked, each. */
    BLOCK_JOB,
    /** Comparing a request for blocks with one in work. */
    BLOCK_CONFLICT,
    /** One run of memory in a request for blocks; and one part of it that a disk has moved. */
    BLOCK_RUN,
    /** Ending one request for blocks for whoever made it. */
    BLOCK_REPLY,
    /** A display's handling of one request, without its runs. */
    DISPLAY_REQUEST,
    /** A display's reading of one packet in a request. */
    DISPLAY_PACKET,
    /** A display's handling of one run of pixels, or of one line of a packet: adding it to a transfer. */
    DISPLAY_RUN,
    /** Naming one run of pixels in a message to a display. */
    SHOW_RUN,
    /** Taking one packet from a wire and preparing its receive buffer. */
    RECEIVE_PACKET,
    /** Handing one packet to a wire. */
    SEND_PACKET,
    /** Looking for the extension of a packet; once more when one is found. */
    DEMULTIPLEX,
    /** One packet at a bridge: it is taken, a message names it, and an answer ends it, each. */
    BRIDGE_PACKET,
    /** One packet at a forwarder of video: it is taken, a message names it, and an answer ends it, each. */
    FORWARD_PACKET,
    /** One packet at a mover of blocks that comes, one chunk that it asks for. */
    MOVE_PACKET,
    /** Entering and leaving an extension's handler. */
    HANDLER,
    /** Doing what an extension asks for: a timer, a message, a frame to a wire, a request to a disk; but for operations of their own. */
    EFFECT,
    /** One transfer of an extension: it is made, and it is submitted, each. */
    TRANSFER,
    /** Adding one run to a transfer of an extension, or of the data of a message to one. */
    TRANSFER_RUN,
    /** Sending one message of an extension. */
    SEND_MESSAGE,
    /** The runtime's taking of one message: it has come, and its data are fetched, each. */
    TAKE_MESSAGE,
    /** One message or report for an extension: a report is put into its queue, and either is given to it, each. */
    GIVE_MESSAGE,
    /** One piece of the data of a message to send: it is added, lent, named, and given back, each. */
    MESSAGE_PIECE,
    /** One unit of code: about one instruction of class files. Of an extension's code each that runs is charged; quotas count more. */
    UNIT,
    /** Preparing and starting one transfer on a DMA engine. */
    START_TRANSFER,
    /** Adding one run to a transfer. */
    ADD_RUN,
    /** Handling one completion of a transfer. */
    COMPLETE_TRANSFER,
    /** Handling one expired timer. */
    TIMER,
    /** One byte copied or converted by the processor. */
    TOUCH_BYTE,
    /** Entering and leaving the host's interrupt handler; what the driver does there is its own operations. */
    INTERRUPT,
    /** One packet of the host's operating system from its driver to the network stack: queue, software interrupt, and out of the queue. */
    SOFT_INTERRUPT,
    /** Checking one packet's header, and finding out whom it is for. */
    IP_INPUT,
    /** Finding the route of one packet that is for somebody else, and rewriting its header. */
    IP_FORWARD,
    /** Handing one packet to a network card's driver: its header, that of the link, the queue to the card. */
    IP_OUTPUT,
    /** One packet from IP to the queue of its socket, and out of there for the application. */
    SOCKET_INPUT,
    /** One packet from an application's socket to IP. */
    SOCKET_OUTPUT,
    /** Entering and leaving the host's operating system by an application. */
    SYSTEM_CALL,
    /** Switching from the host's operating system to the process of an application that sleeps. */
    CONTEXT_SWITCH,
    /** An application's callback for one unit of its workload on the host. */
    APPLICATION_UNIT,
    /** A program of the host that moves data: a chunk or packet is asked for, has come, is handed on, and has left, each. */
    MOVE_APPLICATION,
    /** A program of the host that shows video: one packet has come, and it has been shown, each. */
    VIDEO_APPLICATION;

    /** {@return whether it is code, whose units are counted; false for a unit itself, and for what a machine profile gives cycles} */
    public boolean isCounted() {
        return switch (this) {
            case UNIT, INTERRUPT, SOFT_INTERRUPT, IP_INPUT, IP_FORWARD, IP_OUTPUT, SOCKET_INPUT, SOCKET_OUTPUT, SYSTEM_CALL,
                CONTEXT_SWITCH -> false;
            default -> true;
        };
    }
}
