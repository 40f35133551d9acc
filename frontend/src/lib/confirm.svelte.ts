/** Ask before something that cannot be undone; `parts/Sure.svelte` shows the question. */

interface Confirmation {
  text: string;
  action: string;
  answer: (yes: boolean) => void;
}

class Sure {
  question = $state.raw<Confirmation | null>(null);

  /** Whether the answer is yes; `action` is the label of the button that confirms. */
  ask(text: string, action: string): Promise<boolean> {
    this.answer(false);
    return new Promise((answer) => {
      this.question = { text, action, answer };
    });
  }

  answer(yes: boolean): void {
    this.question?.answer(yes);
    this.question = null;
  }
}

export const sure = new Sure();
