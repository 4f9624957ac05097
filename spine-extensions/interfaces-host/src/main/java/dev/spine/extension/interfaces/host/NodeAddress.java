package dev.spine.extension.interfaces.host;

/**
 * Where the card half of an interface is on one node. Any thread.
 *
 * @param hardwareAddress of the node's card, low 48 bits
 * @param instance the extension's instance there, 1 to 255
 */
public record NodeAddress(long hardwareAddress, int instance) {
    int highWord() {
        return (int) (hardwareAddress >>> Integer.SIZE);
    }

    int lowWord() {
        return (int) hardwareAddress;
    }
}
