package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.NeighbourExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.i2o.Function;
import dev.spine.perf.benchmarks.Bench;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: how long it takes from the message that asks for an extension to the answer of its first activation, verifying, metering,
 * linking and starting included, in a virtual machine that has done it before; of images that the card does not know, and of one that it
 * has accepted before (which a reload, a replacement by the same version and a second instance are). Beside what the clock says is what
 * the thread of card and host has computed, which other programs on the machine disturb less.
 *
 * <p>{@code perf/bench tax.LoadBench [loads]}, 1,000 unless given, after as many to warm up.
 */
public final class LoadBench {
    private static final int IMAGES = 32;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private LoadBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many loads
     */
    public static void main(String[] arguments) {
        Bench.main(LoadBench.class, arguments);
    }

    @Command(description = "How long it takes from the request to load an extension to the answer of its first activation.",
        footer = "Example: perf/bench tax.LoadBench 1000")
    static void run(@Parameters(arity = "0..1", defaultValue = "1000", description = "of each kind, after as many to warm up") int loads) {
        BenchCard card = new BenchCard();
        card.listen(NeighbourExtension.ANSWERS);
        byte[] image = PackagedExtension.image("neighbour", NeighbourExtension.class);
        // More than a card remembers, so that it has always forgotten the one that comes.
        List<byte[]> others = IntStream.range(0, IMAGES).mapToObj(number -> variant(image, number)).toList();
        run(card, "images that the card does not know", others, loads);
        run(card, "one image again and again", List.of(image), loads);
    }

    private static void run(BenchCard card, String title, List<byte[]> images, int loads) {
        Histogram latencies = new Histogram(3);
        Histogram processor = new Histogram(3);
        for (int i = 0; i < 2 * loads; i++) {
            byte[] image = images.get(i % images.size());
            long beginProcessor = THREADS.getCurrentThreadCpuTime();
            long begin = System.nanoTime();
            int instance = card.load(image, "");
            card.small(instance, 1, i, 0);
            int[] answers = new int[1];
            while (answers[0] == 0) {
                card.cycle();
                card.poll(reply -> answers[0] += reply.function() == Function.SMALL_MESSAGE ? 1 : 0);
            }
            long took = System.nanoTime() - begin;
            long computed = THREADS.getCurrentThreadCpuTime() - beginProcessor;
            card.unload(instance);
            if (i >= loads) {
                latencies.recordValue(took);
                processor.recordValue(computed);
            }
        }
        System.out.println(String.format(Locale.ROOT, "%s: %d loads of %d bytes, us: %s; of the processor: %s", title, loads,
            images.getFirst().length, text(latencies), text(processor)));
    }

    private static String text(Histogram times) {
        return String.format(Locale.ROOT, "p50 %.0f, p90 %.0f, p99 %.0f, most %.0f", times.getValueAtPercentile(50) / 1e3,
            times.getValueAtPercentile(90) / 1e3, times.getValueAtPercentile(99) / 1e3, times.getMaxValue() / 1e3);
    }

    /** An image of the same code whose classes name another source file. */
    static byte[] variant(byte[] image, int number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ClassTransform renamed = ClassTransform.endHandler(builder -> builder.with(SourceFileAttribute.of("Variant" + number + ".java")));
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(image)); ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                boolean isClass = entry.getName().endsWith(".class");
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(isClass ? ClassFile.of().transformClass(ClassFile.of().parse(content), renamed) : content);
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an image in memory cannot be read", e);
        }
        return bytes.toByteArray();
    }
}
