package dev.spine.iop.engine;

/**
 * Where structures of I/O lie, each of which could lie at either side of the bus. Who reaches over the bus for one pays for it: the model
 * charges its processor, and its account has the bytes. Immutable; any thread.
 *
 * @param frames message frames and queues between a host and a card. In the card's memory the host reads the card's register for a free
 *     frame, writes the words of a request over the bus, and reads a register for each reply. In the host's it copies the words in its own
 *     memory and rings a doorbell, the card's processor reads them over the bus, word by word, and replies are found in memory. Replies
 *     are written into the host's memory by the card in both. Frames between cards lie where their receiver is, whatever this says
 * @param packets receive buffers of network devices. In the card's memory packets stay where the wire has put them until somebody fetches
 *     them. In the host's the card's DMA engine writes each of them over the bus, its processor reads the head back, and who fetches them
 *     fetches from the host's memory
 */
public record DataPlacement(Placement frames, Placement packets) {
    /** As I2O has it. */
    public static final DataPlacement OF_I2O = new DataPlacement(Placement.CARD, Placement.CARD);
}
