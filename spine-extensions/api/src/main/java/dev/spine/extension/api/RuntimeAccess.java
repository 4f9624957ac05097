package dev.spine.extension.api;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's way into the objects of this package. Not for extensions: their class loader does not find it. Any thread.
 *
 * <p>Everything that makes a reference, or shows what is behind one, is here and nowhere else.
 */
public final class RuntimeAccess {
    private RuntimeAccess() {}

    /**
     * {@return a new, empty buffer}
     *
     * @param owner the runtime's part for its extension instance
     */
    public static Buffer newBuffer(BufferOwner owner) {
        return new Buffer(owner);
    }

    /**
     * Points a buffer at memory.
     *
     * @param buffer the buffer
     * @param memory the memory
     * @param base its first byte there
     * @param length its bytes
     * @param address the bus address of the first byte
     * @param writable whether the extension may write
     * @param origin what the runtime gives back when the buffer ends
     */
    public static void point(Buffer buffer, MemorySegment memory, long base, int length, long address, boolean writable,
        @Nullable Object origin) {
        buffer.point(memory, base, length, address, writable, origin);
    }

    /**
     * Ends a buffer: every later access fails.
     *
     * @param buffer the buffer
     */
    public static void empty(Buffer buffer) {
        buffer.empty();
    }

    /**
     * Ends a buffer for the extension, as {@link #empty(Buffer)} does, where the runtime will soon point it at the same memory again.
     *
     * @param buffer the buffer
     */
    public static void hide(Buffer buffer) {
        buffer.hide();
    }

    /**
     * {@return the bus address of a buffer's first byte}
     *
     * @param buffer a buffer that is not empty
     */
    public static long address(Buffer buffer) {
        return buffer.address();
    }

    /**
     * {@return what was given when the buffer was pointed}
     *
     * @param buffer the buffer
     */
    public static @Nullable Object origin(Buffer buffer) {
        return buffer.origin();
    }

    /**
     * {@return whether the extension keeps the buffer beyond the activation}
     *
     * @param buffer the buffer
     */
    public static boolean isKept(Buffer buffer) {
        return buffer.isKept();
    }

    /**
     * {@return for whom the buffer was made}
     *
     * @param buffer the buffer
     */
    public static BufferOwner owner(Buffer buffer) {
        return buffer.owner();
    }

    /**
     * Points a buffer at a part of another one.
     *
     * @param part the buffer
     * @param of not empty; the part lies in it
     * @param offset first byte
     * @param length bytes
     * @param writable whether the extension may write, if it may write the whole
     * @param origin what the runtime gives back when the buffer ends
     */
    public static void narrow(Buffer part, Buffer of, int offset, int length, boolean writable, @Nullable Object origin) {
        part.narrow(of, offset, length, writable, origin);
    }

    /**
     * {@return a new region of the host's memory}
     *
     * @param address bus address of the first byte
     * @param length bytes
     * @param writable whether transfers may end there
     * @param grant the grant's token
     */
    public static HostRegion newRegion(long address, int length, boolean writable, long grant) {
        return new HostRegion(address, length, writable, grant);
    }

    /**
     * {@return the bus address of a region's first byte}
     *
     * @param region the region
     */
    public static long address(HostRegion region) {
        return region.address();
    }

    /**
     * {@return the token of a region's grant}
     *
     * @param region the region
     */
    public static long grant(HostRegion region) {
        return region.grant();
    }

    /**
     * {@return what the runtime has attached to a region, or null}
     *
     * @param region the region
     */
    public static @Nullable Object origin(HostRegion region) {
        return region.origin();
    }

    /**
     * Attaches something of the runtime to a region.
     *
     * @param region the region
     * @param origin what
     */
    public static void attach(HostRegion region, Object origin) {
        region.origin(origin);
    }

    /**
     * Marks a region as revoked.
     *
     * @param region the region
     */
    public static void invalidate(HostRegion region) {
        region.invalidate();
    }

    /**
     * {@return a part of a surface, under the same grant}
     *
     * @param surface the whole
     * @param x first column, from the surface's own
     * @param y first line, from the surface's own
     * @param width columns
     * @param height lines
     */
    public static Surface part(Surface surface, int x, int y, int width, int height) {
        return surface.part(x, y, width, height);
    }

    /**
     * {@return what the runtime has attached to a surface, or null}
     *
     * @param surface the surface
     */
    public static @Nullable Object origin(Surface surface) {
        return surface.origin();
    }

    /**
     * Attaches something of the runtime to a surface.
     *
     * @param surface the surface
     * @param origin what
     */
    public static void attach(Surface surface, Object origin) {
        surface.origin(origin);
    }

    /**
     * Gives a message a region of the host's memory; {@link #set} takes it away.
     *
     * @param message the message
     * @param region the region, or null
     */
    public static void bring(Message message, @Nullable HostRegion region) {
        message.bring(region);
    }

    /**
     * {@return a new failure of a service}
     *
     * @param reason why
     * @param message one line
     */
    public static ServiceException newServiceException(ServiceException.Reason reason, String message) {
        return new ServiceException(reason, message);
    }

    /** {@return a new, empty message} */
    public static Message newMessage() {
        return new Message();
    }

    /**
     * Fills a message; its words are written through {@link #words}.
     *
     * @param message the message
     * @param kind what it is
     * @param source where an answer goes
     * @param user the sender's byte
     * @param buffer its buffer, or null
     * @param surface its surface, or null
     * @param store its store, or null
     */
    public static void set(Message message, Message.Kind kind, Route source, int user, @Nullable Buffer buffer, @Nullable Surface surface,
        @Nullable Store store) {
        message.set(kind, source, user, buffer, surface, store);
    }

    /**
     * Fills a message that brings no store.
     *
     * @param message the message
     * @param kind what it is
     * @param source where an answer goes
     * @param user the sender's byte
     * @param buffer its buffer, or null
     * @param surface its surface, or null
     */
    public static void set(Message message, Message.Kind kind, Route source, int user, @Nullable Buffer buffer, @Nullable Surface surface) {
        message.set(kind, source, user, buffer, surface, null);
    }

    /**
     * Fills an empty message with a packet.
     *
     * @param message a message that {@link #empty(Message)} has emptied, or a new one
     * @param packet its buffer
     */
    public static void bringPacket(Message message, Buffer packet) {
        message.bringPacket(packet);
    }

    /**
     * Ends a message: it brings nothing any more.
     *
     * @param message the message
     */
    public static void empty(Message message) {
        message.empty();
    }

    /**
     * {@return whether the handler has passed its packet on; forgets it}
     *
     * @param message the message, after the activation
     */
    public static boolean takePassed(Message message) {
        return message.takePassed();
    }

    /**
     * Ends a message that has brought a packet, as {@link #empty(Message)} does.
     *
     * @param message the message, after the activation
     * @return whether the handler has passed its packet on
     */
    public static boolean endPacket(Message message) {
        return message.endPacket();
    }

    /**
     * {@return the user words of a message, for the runtime to fill}
     *
     * @param message the message
     */
    public static int[] words(Message message) {
        return message.words();
    }

    /**
     * {@return a new surface}
     *
     * @param window the window's number
     * @param x left column on the screen
     * @param y top line on the screen
     * @param width pixels of a line
     * @param height lines
     * @param columnsLeft columns of the window hidden left of it
     * @param linesAbove lines of the window hidden above it
     * @param format how pixels lie
     * @param address bus address of the first byte
     * @param strideBytes distance between lines
     * @param grant the grant's token
     */
    public static Surface newSurface(int window, int x, int y, int width, int height, int columnsLeft, int linesAbove, PixelFormat format,
        long address, long strideBytes, long grant) {
        return new Surface(window, x, y, width, height, columnsLeft, linesAbove, format, address, strideBytes, grant);
    }

    /**
     * {@return the bus address of a byte}
     *
     * @param surface the surface
     * @param lineOffset which byte of the line
     * @param line which line
     */
    public static long addressOf(Surface surface, int lineOffset, int line) {
        return surface.addressOf(lineOffset, line);
    }

    /**
     * {@return the token of a surface's grant}
     *
     * @param surface the surface
     */
    public static long grant(Surface surface) {
        return surface.grant();
    }

    /**
     * Marks a surface as revoked.
     *
     * @param surface the surface
     */
    public static void invalidate(Surface surface) {
        surface.invalidate();
    }

    /**
     * {@return a new store}
     *
     * @param capacityBytes how many bytes it holds
     * @param blockBytes bytes of a block
     * @param number the runtime's number for it
     */
    public static Store newStore(long capacityBytes, int blockBytes, int number) {
        return new Store(capacityBytes, blockBytes, number);
    }

    /**
     * {@return the runtime's number for a store}
     *
     * @param store the store
     */
    public static int number(Store store) {
        return store.number();
    }

    /**
     * Marks a store as gone.
     *
     * @param store the store
     */
    public static void invalidate(Store store) {
        store.invalidate();
    }

    /**
     * {@return a new route}
     *
     * @param way which way
     * @param handler the handler at the destination
     * @param address what the runtime needs to find the destination
     */
    public static Route newRoute(Route.Way way, int handler, long address) {
        return new Route(way, handler, address);
    }

    /**
     * {@return the address of a route over the network}
     *
     * @param hardwareAddress of the other node's card, low 48 bits
     * @param level what is promised
     * @param returnHandler where messages come back to, 0 for nowhere, at most 255
     */
    public static long networkAddress(long hardwareAddress, ServiceLevel level, int returnHandler) {
        return hardwareAddress & (1L << Route.LEVEL_SHIFT) - 1 | (long) level.ordinal() << Route.LEVEL_SHIFT
            | (long) returnHandler << Route.LEVEL_SHIFT + Byte.SIZE;
    }

    /**
     * {@return what the runtime needs to find the destination}
     *
     * @param route the route
     */
    public static long address(Route route) {
        return route.address();
    }

    /**
     * Says which way a message has come, after it was set.
     *
     * @param message the message
     * @param by which way
     */
    public static void came(Message message, Route.Way by) {
        message.came(by);
    }

    /**
     * Says why a message came back, after it was set.
     *
     * @param message the message
     * @param reason why
     */
    public static void cameBack(Message message, ReturnReason reason) {
        message.cameBack(reason);
    }

    /** {@return a new counter at 0} */
    public static Counter newCounter() {
        return new Counter();
    }

    /** What the runtime does with a buffer that goes from one version to the next. */
    @FunctionalInterface
    public interface Carrier {
        /**
         * Does it.
         *
         * @param buffer the buffer
         * @return the buffer that stands for it from now on
         */
        Buffer carry(Buffer buffer);
    }

    /**
     * {@return a new, empty state}
     *
     * @param owner whose buffers it may name
     */
    public static State newState(BufferOwner owner) {
        return new State(owner);
    }

    /**
     * Puts other buffers in place of those that the old version has written.
     *
     * @param state the state
     * @param carrier gives the new version's buffer for each
     */
    public static void carry(State state, Carrier carrier) {
        state.carry(carrier);
    }

    /**
     * Ends a state: every later access fails.
     *
     * @param state the state
     * @param untaken gets each buffer that the new version has not taken
     */
    public static void close(State state, Carrier untaken) {
        state.close(untaken);
    }

    /**
     * Makes a buffer one that the extension keeps, without asking its owner.
     *
     * @param buffer a buffer that is not empty
     */
    public static void setKept(Buffer buffer) {
        buffer.setKept();
    }

    /**
     * Changes what the runtime gets back when the buffer ends.
     *
     * @param buffer a buffer that is not empty
     * @param origin what it gets back
     */
    public static void setOrigin(Buffer buffer, Object origin) {
        buffer.setOrigin(origin);
    }
}
