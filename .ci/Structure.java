import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints what the tree is made of, a row a module: {@code java .ci/Structure.java [TREE]}, after a build of any kind. Lines of code and of
 * comments in {@code src/main}, lines of {@code src/test}, types that are public, packages of more than 50 files, and what is knotted:
 * packages that need one another in a circle, and the largest number of classes (each with those inside it) that do.
 */
final class Structure {
    private static final int LARGE = 50;
    private static final Pattern OURS = Pattern.compile("dev/spine/[\\w/$]+");

    private Structure() {
    }

    private record Lines(int files, int code, int comments) {
    }

    public static void main(String[] arguments) throws IOException {
        Path tree = Path.of(arguments.length > 0 ? arguments[0] : ".").toAbsolutePath().normalize();
        List<Path> modules;
        try (Stream<Path> files = Files.walk(tree, 3)) {
            modules = files.filter(path -> Files.isDirectory(path.resolve("src/main/java"))).sorted().toList();
        }
        System.out.printf(Locale.ROOT, "%-34s %6s %8s %9s %6s %8s %7s %6s %6s%n", "module", "files", "code", "comments", "tests",
            "t. lines", "public", "circle", "knot");
        List<String> remarks = new ArrayList<>();
        int[] sum = new int[6];
        for (Path module : modules) {
            String name = tree.relativize(module).toString();
            Lines main = lines(module.resolve("src/main/java"));
            Lines test = lines(module.resolve("src/test/java"));
            Map<String, Set<String>> classes = new TreeMap<>();
            int open = read(module, classes);
            List<Set<String>> circles = circles(byPackage(classes));
            List<Set<String>> knots = circles(classes);
            int circle = circles.stream().mapToInt(Set::size).max().orElse(0);
            int knot = knots.stream().mapToInt(Set::size).max().orElse(0);
            int[] row = {main.files(), main.code(), main.comments(), test.files(), test.code() + test.comments(), open};
            System.out.printf(Locale.ROOT, "%-34s %6d %8d %9d %6d %8d %7d %6d %6d%n", name, row[0], row[1], row[2], row[3], row[4],
                row[5], circle, knot);
            for (int i = 0; i < row.length; i++) {
                sum[i] += row[i];
            }
            circles.forEach(one -> remarks.add(name + ": a circle of packages: " + String.join(", ", one).replace('/', '.')));
            knots.stream().filter(one -> one.size() == knot && knot > 10).forEach(one -> remarks.add(name + ": a knot of " + one.size()
                + " classes: " + one.stream().map(each -> each.substring(each.lastIndexOf('/') + 1)).collect(Collectors.joining(", "))));
            large(module.resolve("src/main/java")).forEach((place, files) -> remarks.add(name + ": " + place + " has " + files + " files"));
        }
        System.out.printf(Locale.ROOT, "%-34s %6d %8d %9d %6d %8d %7d%n", "all", sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]);
        remarks.forEach(System.out::println);
    }

    private static List<Path> sources(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    /** Blank lines are neither. A line that has code and a comment is code. */
    private static Lines lines(Path directory) throws IOException {
        int code = 0;
        int comments = 0;
        List<Path> files = sources(directory);
        for (Path file : files) {
            boolean inComment = false;
            for (String line : Files.readAllLines(file)) {
                String text = line.strip();
                if (inComment || text.startsWith("//") || text.startsWith("/*")) {
                    comments++;
                    inComment = (inComment || text.startsWith("/*")) && !text.contains("*/");
                } else if (!text.isEmpty()) {
                    code++;
                }
            }
        }
        return new Lines(files.size(), code, comments);
    }

    private static Map<String, Integer> large(Path directory) throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        for (Path file : sources(directory)) {
            files.merge(directory.relativize(file.getParent()).toString().replace('/', '.'), 1, Integer::sum);
        }
        files.values().removeIf(count -> count <= LARGE);
        return files;
    }

    /** Reads which class needs which, of the module; {@return how many types are public}. */
    private static int read(Path module, Map<String, Set<String>> classes) throws IOException {
        List<Path> strict = classFiles(module.resolve("target/classes"));
        List<Path> quick = classFiles(module.resolve("target/quick/classes"));
        List<Path> files = newest(strict) >= newest(quick) ? strict : quick;
        int open = 0;
        for (Path file : files) {
            ClassModel model = ClassFile.of().parse(file);
            String name = outer(model.thisClass().asInternalName());
            if (name.endsWith("/package-info")) {
                continue;
            }
            open += model.flags().has(AccessFlag.PUBLIC) && !model.thisClass().asInternalName().contains("$") ? 1 : 0;
            Set<String> needed = classes.computeIfAbsent(name, any -> new TreeSet<>());
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry other) {
                    add(needed, other.asInternalName());
                } else if (entry instanceof Utf8Entry text && text.stringValue().contains("Ldev/spine/")) {
                    add(needed, text.stringValue());
                }
            }
            needed.remove(name);
        }
        classes.values().forEach(needed -> needed.retainAll(classes.keySet()));
        return open;
    }

    private static List<Path> classFiles(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static long newest(List<Path> files) {
        return files.stream().mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
    }

    private static void add(Set<String> needed, String text) {
        Matcher matcher = OURS.matcher(text);
        while (matcher.find()) {
            needed.add(outer(matcher.group()));
        }
    }

    private static String outer(String name) {
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    private static Map<String, Set<String>> byPackage(Map<String, Set<String>> classes) {
        UnaryOperator<String> place = name -> name.substring(0, name.lastIndexOf('/'));
        Map<String, Set<String>> packages = new TreeMap<>();
        classes.forEach((name, needed) -> needed.forEach(other -> packages.computeIfAbsent(place.apply(name), any -> new TreeSet<>())
            .add(place.apply(other))));
        packages.forEach((name, needed) -> needed.remove(name));
        return packages;
    }

    /** Those of more than one: Tarjan, SIAM Journal on Computing 1, 1972. */
    private static List<Set<String>> circles(Map<String, Set<String>> graph) {
        List<Set<String>> found = new ArrayList<>();
        Map<String, Integer> number = new HashMap<>();
        Map<String, Integer> low = new HashMap<>();
        Deque<String> stack = new ArrayDeque<>();
        Set<String> onStack = new TreeSet<>();
        for (String root : graph.keySet()) {
            if (!number.containsKey(root)) {
                connect(graph, root, number, low, stack, onStack, found);
            }
        }
        return found;
    }

    private static void connect(Map<String, Set<String>> graph, String node, Map<String, Integer> number, Map<String, Integer> low,
        Deque<String> stack, Set<String> onStack, List<Set<String>> found) {
        number.put(node, number.size());
        low.put(node, number.get(node));
        stack.push(node);
        onStack.add(node);
        for (String next : graph.getOrDefault(node, Set.of())) {
            if (!number.containsKey(next)) {
                connect(graph, next, number, low, stack, onStack, found);
                low.merge(node, low.get(next), Math::min);
            } else if (onStack.contains(next)) {
                low.merge(node, number.get(next), Math::min);
            }
        }
        if (low.get(node).equals(number.get(node))) {
            Set<String> circle = new TreeSet<>();
            String member;
            do {
                member = stack.pop();
                onStack.remove(member);
                circle.add(member);
            } while (!member.equals(node));
            if (circle.size() > 1) {
                found.add(circle);
            }
        }
    }
}
