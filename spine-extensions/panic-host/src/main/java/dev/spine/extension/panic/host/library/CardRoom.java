package dev.spine.extension.panic.host.library;

/**
 * What is free on a card.
 *
 * @param freeCodeBytes for program files
 * @param codeBytes of all program files
 * @param freeDataBytes for data areas
 * @param dataBytes of all data areas
 * @param freeSlots places for messages
 * @param messageBytes the most bytes of a message
 */
public record CardRoom(int freeCodeBytes, int codeBytes, int freeDataBytes, int dataBytes, int freeSlots, int messageBytes) {
}
