package dev.spine.extension.runtime.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Draws programs: calls in all the ways that code can come to them, and the forms of the language that make the virtual machine work. The
 * same seed makes the same programs.
 */
final class Generator {
    private static final int FORMS_ONE_IN = 5;

    private final List<Calls.Call> calls;
    private final Random random;
    private final Operands operands;
    private final Forms forms;
    private int made;
    private int nextCall;

    Generator(List<Calls.Call> calls, long seed) {
        this.calls = new ArrayList<>(calls);
        random = new Random(seed);
        Collections.shuffle(this.calls, random);
        operands = new Operands(random);
        forms = new Forms(random);
    }

    /** {@return a source of a program that was not made before; it need not be Java} */
    SubjectSource next() {
        String name = "P" + made++;
        if (random.nextInt(FORMS_ONE_IN) == 0) {
            return forms.next(name);
        }
        Calls.Call call = calls.get(nextCall++ % calls.size());
        return of(name, call);
    }

    private SubjectSource of(String name, Calls.Call call) {
        List<String> names = new ArrayList<>();
        StringBuilder fields = new StringBuilder();
        StringBuilder setup = new StringBuilder();
        boolean fresh = random.nextInt(3) == 0;
        for (Class<?> type : call.operands()) {
            String drawn = operands.of(type);
            boolean inline = type.isPrimitive() || fresh && names.isEmpty() || drawn.equals("null") || drawn.contains("->");
            if (inline) {
                names.add("(" + drawn + ")");
            } else {
                String field = "x" + names.size();
                fields.append("final ").append("Object ").append(field).append("; ");
                setup.append(field).append(" = ").append(drawn.replaceAll("\\br\\b", "3")).append("; ");
                names.add(field);
            }
        }
        String text = call.text(names);
        String act = wrapped(call, text);
        String comment = "// " + call + "\n";
        String all = fields.toString() + setup + act;
        return new SubjectSource(name, comment + fields, setup.toString(), act, Operands.helpersOf(all));
    }

    /** The call by itself, or somewhere inside of others. */
    private String wrapped(Calls.Call call, String text) {
        String act = call.isVoid() ? text + ";" : "held = " + text + ";";
        String guarded = "try { " + act + " } catch (Exception e) { last = e; }";
        String inner = "try { " + act.replaceAll("\\br\\b", "3") + " } catch (Exception e) { held = e; }";
        return switch (random.nextInt(20)) {
            case 0 -> "ints(20).forEach(z -> { " + inner + " });";
            case 1 -> "new ArrayList(ints(20)).removeIf(z -> { " + inner + " return true; });";
            case 2 -> "new Iter(20).forEachRemaining(z -> { " + inner + " });";
            case 3 -> "new Iter(20).forEach(z -> { " + inner + " });";
            case 4 -> "new HashMap().computeIfAbsent(r, z -> { " + inner + " return 1; });";
            case 5 -> "ints(5).sort((y, z) -> { " + inner + " return 0; });";
            case 6 -> "deep(" + (1 + random.nextInt(300)) + ", () -> { " + inner + " return null; });";
            case 7 -> "for (Object z : (Iterable) () -> new Iter(10)) { " + guarded + " }";
            case 8 -> call.isVoid() ? guarded : "try { last = \"<\" + " + text + " + '>'; } catch (Exception e) { last = e.toString(); }";
            case 9 -> call.isVoid() ? guarded : "try { last = Objects.hashCode(" + text
                + "); } catch (Exception e) { last = e.getMessage(); }";
            case 10 -> "Optional.of(1).map(z -> { " + inner + " return 1; });";
            case 11 -> reference(call, guarded);
            case 12 -> reference(call, guarded);
            default -> guarded;
        };
    }

    /** The method by its name, where it takes nothing but what it is called on. */
    private String reference(Calls.Call call, String otherwise) {
        if (call.isVoid() || call.operands().size() != 1 || call.operands().getFirst().isPrimitive()) {
            return otherwise;
        }
        String type = call.operands().getFirst().getCanonicalName();
        String method = call.type().getCanonicalName() + "::" + (call.target() instanceof java.lang.reflect.Constructor ? "new"
            : call.target().getName());
        return "{ Function<" + type + ", Object> f = " + method + "; List<Object> l = List.of(" + operands.of(call.operands().getFirst())
            + "); for (Object o : l) { try { last = f.apply((" + type + ") o); } catch (Exception e) { last = e; } } }";
    }
}
