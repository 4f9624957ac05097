package dev.spine.extension.runtime.verify;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The code of an image's methods as elements, each read once: the Class-File API reads it anew whenever it is asked. For one thread at a
 * time.
 */
public final class CodeElements {
    /** What is kept, so that an image cannot take much more memory than its bytes: that of a large image is read again. */
    private static final int MAX = 1 << 16;

    private final IdentityHashMap<MethodModel, List<CodeElement>> known = new IdentityHashMap<>();
    private int kept;

    /** None yet. */
    public CodeElements() {}

    /**
     * {@return the elements of a method's code in order, none when it has no code}
     *
     * @param method any method
     * @throws IllegalArgumentException when they cannot be read
     */
    public List<CodeElement> of(MethodModel method) {
        List<CodeElement> elements = known.get(method);
        if (elements == null) {
            elements = method.code().map(CodeElements::read).orElse(List.of());
            if (kept + elements.size() <= MAX) {
                kept += elements.size();
                known.put(method, elements);
            }
        }
        return elements;
    }

    private static List<CodeElement> read(CodeModel code) {
        List<CodeElement> elements = code.elementList();
        if (code.findAttribute(Attributes.stackMapTable()).isEmpty() && findTargets(elements)) {
            // Where no stack map names them, the places that jumps lead back to are only known when jumps have been asked.
            elements = code.elementList();
        }
        return elements;
    }

    /** Asks each jump where it leads: {@return whether there are any}. */
    private static boolean findTargets(List<CodeElement> elements) {
        boolean found = false;
        for (CodeElement element : elements) {
            found |= element instanceof Instruction instruction && !targets(instruction).isEmpty();
        }
        return found;
    }

    /** Where an instruction may go on other than at the next one. */
    static List<Label> targets(Instruction instruction) {
        return switch (instruction) {
            case BranchInstruction branch -> List.of(branch.target());
            case TableSwitchInstruction table -> withDefault(table.defaultTarget(), table.cases());
            case LookupSwitchInstruction lookup -> withDefault(lookup.defaultTarget(), lookup.cases());
            default -> List.of();
        };
    }

    private static List<Label> withDefault(Label otherwise, List<SwitchCase> cases) {
        List<Label> targets = new ArrayList<>();
        targets.add(otherwise);
        cases.forEach(one -> targets.add(one.target()));
        return targets;
    }
}
