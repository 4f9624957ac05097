package dev.spine.extension.runtime;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.i2o.RequestStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import sample.Idler;

/** A live card with a neighbour, for attacks from other packages: what one message takes of the card's thread. */
public final class AttackedCard implements AutoCloseable {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int NEIGHBOURS_OWNER = 7;
    private final LiveHost host = new LiveHost();
    private final int neighbour = loaded(host.answer(host.load(Card.image(Idler.class), LoadOptions.ownedBy(NEIGHBOURS_OWNER))));
    private long sent;

    /** The thread's own counts at a moment: nanoseconds of the processor, bytes. */
    private record Counts(long ns, long bytes) {
        static Counts now() {
            return new Counts(THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
        }
    }

    /**
     * What a message has taken.
     *
     * @param fuel units charged
     * @param ns of the processor, with what the card's thread did until it told so
     * @param bytes that the card's thread has allocated
     * @param failure what the instance has failed by, or nothing
     */
    public record Taken(int fuel, long ns, long bytes, String failure) {}

    /** A card in service, with its neighbour. */
    public AttackedCard() {}

    private static int loaded(LiveHost.Answer answer) {
        if (answer.requestStatus() != RequestStatus.SUCCESS) {
            throw new IllegalStateException(answer.text());
        }
        return answer.word();
    }

    /**
     * {@return the image of classes}
     *
     * @param entry binary name of the entry class
     * @param classes binary names and class files
     */
    public static byte[] jar(String entry, Map<String, byte[]> classes) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(ExtensionImage.ENTRY_ATTRIBUTE, entry);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> one : classes.entrySet()) {
                out.putNextEntry(new JarEntry(one.getKey().replace('.', '/') + ".class"));
                out.write(one.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Loads an image.
     *
     * @param image the jar
     * @param owner whose it is
     * @return the instance, or what the card says in place of one
     */
    public Loaded load(byte[] image, int owner) {
        LiveHost.Answer answer = host.answer(host.load(image, LoadOptions.ownedBy(owner)));
        return answer.requestStatus() == RequestStatus.SUCCESS ? new Loaded(answer.word(), "") : new Loaded(0, answer.text());
    }

    /**
     * What came of a load.
     *
     * @param instance its number, 0 when it was refused
     * @param refused why, or nothing
     */
    public record Loaded(int instance, String refused) {}

    /**
     * Sends a message to handler 1 of an instance and waits until it is handled or the instance has failed.
     *
     * @param instance the instance
     * @param word of the message
     * @return what it took
     */
    public Taken attack(int instance, int word) {
        ExtensionInstance attacked = Objects.requireNonNull(host.runtime.card().table().get(instance));
        long before = host.on(attacked::activations);
        Counts begin = host.on(Counts::now);
        host.small(instance, 1, word);
        host.await("the end of the message", () -> host.on(() -> attacked.activations() > before || !attacked.isRunning()));
        Counts end = host.on(Counts::now);
        InstanceReport report = Objects.requireNonNull(host.on(() -> host.runtime.report(instance)));
        return new Taken(report.mostFuel(), end.ns - begin.ns, end.bytes - begin.bytes, report.failure());
    }

    /** Sends a message to handler 1 of an instance. */
    public void send(int instance, int word) {
        host.small(instance, 1, word);
    }

    /** Sends the neighbour a message and waits until it has handled it. */
    public void exchange() {
        sent++;
        host.small(neighbour, 1, 1);
        ExtensionInstance one = Objects.requireNonNull(host.runtime.card().table().get(neighbour));
        host.await("the neighbour's message", () -> {
            VarHandle.fullFence();
            return one.activations() >= sent;
        });
    }

    /** {@return whether an instance has handled a message, or has failed at one} */
    public boolean isHandled(int instance) {
        ExtensionInstance one = Objects.requireNonNull(host.runtime.card().table().get(instance));
        VarHandle.fullFence();
        return one.activations() > 0 || !one.isRunning();
    }

    /** {@return the most units that an activation of an instance has used} */
    public int fuel(int instance) {
        return Objects.requireNonNull(host.on(() -> host.runtime.report(instance))).mostFuel();
    }

    /** {@return what LIST says} */
    public String list() {
        return host.answer(host.list()).text();
    }

    /**
     * Unloads an instance.
     *
     * @param instance its number
     * @param owner whose it is
     * @return whether the card has done so
     */
    public boolean unload(int instance, int owner) {
        return host.answer(host.unload(instance, owner)).requestStatus() == RequestStatus.SUCCESS;
    }

    @Override
    public void close() {
        host.close();
    }
}
