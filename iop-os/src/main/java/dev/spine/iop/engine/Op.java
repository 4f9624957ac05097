package dev.spine.iop.engine;

/**
 * The operations of a processor that cost modelled time. A machine profile gives each a number of cycles, with its source. Any thread.
 *
 * <p>Costs are charged by name where the work is done ({@code context.charge(Op.PARSE_FRAME)}). The live engine charges nothing.
 */
public enum Op {
    /** Finding out that there is work, and choosing what: once per step. */
    POLL,
    /** Copying a posted frame into the private scratch and checking its header. */
    PARSE_FRAME,
    /** Finding the target of a frame by TID and calling its module. */
    DISPATCH,
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
    /** Taking one packet from a wire and preparing its receive buffer. */
    RECEIVE_PACKET,
    /** Handing one packet to a wire. */
    SEND_PACKET,
    /** Finding the extension for a packet. */
    DEMULTIPLEX,
    /** Entering and leaving an extension's handler. */
    HANDLER,
    /** One unit of an extension's code that has run: about one instruction of its class files. Quotas count more: code that was skipped. */
    FUEL,
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
    APPLICATION_UNIT
}
